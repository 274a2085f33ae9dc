import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright'
import { until } from '../harness'
import { type NetworkProxy, openNetworkProxy } from '../network-proxy'
import { acceptTicket, bubble, composer, list, row, sendMessage, signIn, tab, waitForValue } from '../screen'
import { createTicket } from '../shop'
import { harness, ownShop, setUpOwnShop, shop } from '../shop-setup'

/** Live updates and updates missed while offline: the page always equals a reloaded one. */

let proxy: NetworkProxy
let context: BrowserContext
let page: Page
const customers: Record<'Davi' | 'Elisa' | 'Fábio', string> = { Davi: '', Elisa: '', Fábio: '' }
type Name = keyof typeof customers

setUpOwnShop()
beforeAll(async () => {
  proxy = await openNetworkProxy(shop.serving.port)
  context = await harness.newContext()
  page = await signIn(context, proxy.url, 'bia')
  for (const name of Object.keys(customers) as Name[]) {
    customers[name] = (await createTicket(harness, shop, name)).number
    await acceptTicket(page, name)
  }
})
afterAll(() => proxy.close())

const writeAs = (name: Name, content: string) =>
  harness.control.send({ from: customers[name], to: shop.owner, content })
/** Opens a ticket by hovering first: rows under the pointer keep their place, so the click cannot miss. */
const openTicket = async (name: Name) => {
  await row(page, name).hover()
  await row(page, name).getByRole('link').click()
  await page.getByRole('region', { name: `Conversa com ${name}` }).waitFor()
}

/** Moves the pointer off the list, since a row under the pointer keeps its place. */
const movePointerAway = () => page.mouse.move(900, 300)

/** Texts of rows, messages and tabs in the document. */
const visibleTexts = (shown: Page) =>
  shown.evaluate(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.textContent)
    return { tickets: texts('[data-ticket]'), messages: texts('[data-message]'), tabs: texts('[role=tab]') }
  })

/** Expects the same texts as on a page loaded now. */
async function expectSameAsReload() {
  await movePointerAway()
  const other = await context.newPage()
  await other.goto(page.url())
  await list(other).locator('[data-ticket]').first().waitFor()
  await other.locator('[data-message]').last().waitFor()
  await until('the same texts on both pages', async () => {
    const [here, there] = [await visibleTexts(page), await visibleTexts(other)]
    const common = Math.min(here.messages.length, there.messages.length)
    const ends = [here, there].map(({ messages, ...rest }) => ({ ...rest, messages: messages.slice(-common) }))
    return common > 3 && Bun.deepEquals(ends[0], ends[1])
  })
  await other.close()
}

test('messages received while the server was stopped appear after its restart, and the draft stays', async () => {
  await openTicket('Davi')
  await sendMessage(page, 'antes')
  await bubble(page, 'antes')
    .getByRole('img', { name: /Enviada|Entregue|Lida/ })
    .waitFor()
  await composer(page).fill('meio escrito')
  await ownShop.restart(() => undefined)
  for (const index of [1, 2, 3]) await writeAs('Davi', `durante ${index}`)
  await writeAs('Elisa', 'eu também')
  await bubble(page, 'durante 3').waitFor()
  await row(page, 'Elisa').getByText('eu também').waitFor()
  await expectSameAsReload()
  await waitForValue(composer(page), 'meio escrito')
  await composer(page).fill('')
})

test('more than a page of messages missed while offline is complete after the reconnect', async () => {
  await openTicket('Davi')
  proxy.cut()
  await page.getByText('Sem conexão com o servidor.').waitFor()
  for (let index = 1; index <= 26; index++) await writeAs('Davi', `perdida ${index}`)
  for (const name of ['Elisa', 'Fábio'] as const) await writeAs(name, 'enquanto isso')
  proxy.restore()
  await bubble(page, 'perdida 26').waitFor()
  await row(page, 'Fábio').getByText('enquanto isso').waitFor()
  await expectSameAsReload()
  // Scrolling up finds all missed messages.
  const seen = new Set<string>()
  const log = page.getByRole('log', { name: 'Mensagens' })
  await log.hover()
  await until('the first one missed', async () => {
    for (const text of (await visibleTexts(page)).messages) seen.add(text.replace(/\d\d:\d\d$/, ''))
    await page.mouse.wheel(0, -300)
    return seen.has('perdida 1')
  })
  for (let index = 1; index <= 26; index++) expect([...seen]).toContain(`perdida ${index}`)
})

test('a draft is kept over another conversation and a reload and shown in the list', async () => {
  await openTicket('Davi')
  await composer(page).fill('rascunho do Davi')
  await openTicket('Elisa')
  await waitForValue(composer(page), '')
  await row(page, 'Davi').getByText('Rascunho: rascunho do Davi').waitFor()
  await composer(page).fill('rascunho da Elisa')
  await page.reload()
  await composer(page).waitFor()
  await waitForValue(composer(page), 'rascunho da Elisa')
  await openTicket('Davi')
  await waitForValue(composer(page), 'rascunho do Davi')
  await sendMessage(page, 'enviado')
  await openTicket('Elisa')
  await row(page, 'Davi').getByText('enviado', { exact: true }).waitFor()
  await composer(page).fill('')
})

test('a message received while another page was open is in the list on return', async () => {
  const menu = page.getByRole('navigation')
  await menu.getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.getByRole('heading', { name: 'Contatos', level: 1 }).waitFor()
  const other = await context.newPage()
  await other.goto(`${proxy.url}/tickets`)
  await writeAs('Elisa', 'tem alguém aí?')
  await row(other, 'Elisa').getByText('tem alguém aí?').waitFor()
  await other.close()
  await menu.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  await row(page, 'Elisa').getByText('tem alguém aí?').waitFor()
})

test('incoming messages change neither the draft nor the cursor in the composer', async () => {
  await openTicket('Elisa')
  await composer(page).fill('uma frase pela metade')
  for (let times = 0; times < 6; times++) await composer(page).press('ArrowLeft')
  const writing = () =>
    composer(page).evaluate((area: HTMLTextAreaElement) => [
      document.activeElement === area,
      area.value,
      area.selectionStart,
      area.selectionEnd,
    ])
  const before = await writing()
  expect(before).toEqual([true, 'uma frase pela metade', 15, 15])
  await writeAs('Elisa', 'chegou aqui')
  await writeAs('Fábio', 'chegou ali')
  await bubble(page, 'chegou aqui').waitFor()
  await row(page, 'Fábio').getByText('chegou ali').waitFor()
  await createTicket(harness, shop, 'Gil')
  await tab(page, 'Aguardando').filter({ hasText: '1' }).waitFor()
  expect(await writing()).toEqual(before)
  await composer(page).fill('')
})

test('a conversation opens at the first unread message and follows new messages only when at its end', async () => {
  await openTicket('Fábio')
  await row(page, 'Fábio')
    .getByText(/não lidas?$/)
    .waitFor({ state: 'detached' })
  await openTicket('Elisa')
  for (let index = 1; index <= 16; index++) await writeAs('Fábio', `assunto ${index}\n`.repeat(4))
  await row(page, 'Fábio').getByText('16 mensagens não lidas').waitFor()
  await openTicket('Fábio')
  const line = page.getByText('Mensagens não lidas', { exact: true })
  const log = page.getByRole('log')
  await until('the line at the top', async () => {
    const [edge, place] = [await log.boundingBox(), await line.boundingBox()]
    return edge && place && place.y >= edge.y && place.y < edge.y + 60
  })
  await writeAs('Fábio', 'mais uma')
  await page.getByRole('button', { name: '1 mensagem nova' }).click()
  await bubble(page, 'mais uma').waitFor()
  await writeAs('Fábio', 'e outra')
  await bubble(page, 'e outra').waitFor()
  expect(await page.getByRole('button', { name: 'mensagem nova' }).count()).toBe(0)
})

test('the row under the pointer keeps its place until the pointer leaves the list', async () => {
  await openTicket('Elisa')
  const order = async () => (await visibleTexts(page)).tickets.map((text) => /Davi|Elisa|Fábio/.exec(text)?.[0] as Name)
  await movePointerAway()
  await writeAs('Elisa', 'primeira')
  await until('Elisa on top', async () => (await order())[0] === 'Elisa')
  const second = (await order())[1] as Name
  const third = (await order())[2] as Name
  await row(page, second).hover()
  const place = (name: Name) => row(page, name).boundingBox()
  const before = await place(second)
  await writeAs(third, 'quero subir')
  await row(page, third).getByText('quero subir').waitFor()
  expect(await place(second)).toEqual(before)
  await movePointerAway()
  await until('the new order', async () => (await order())[0] === third)
})
