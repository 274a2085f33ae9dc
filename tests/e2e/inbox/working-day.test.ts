import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { phone } from '../harness'
import {
  acceptTicket,
  bubble,
  button,
  chooseMessageAction,
  composer,
  conversation,
  horizontalOverflow,
  list,
  openAccountMenu,
  row,
  sendMessage,
  signIn,
  tab,
} from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'
import {
  customerSheet,
  expectExportedContacts,
  expectNote,
  openPages,
  prepareWorkingDay,
  raceForJoana,
  threadOf,
  waitForEditAndDeletion,
} from './working-day-steps'

/** Working day of two agents and a supervisor on desktops, then of one on a phone; the tests build on each other. */

let bia: Page
let caio: Page
let duda: Page
let joana: Awaited<ReturnType<typeof createTicket>>
let heitor: Awaited<ReturnType<typeof createTicket>>

setUpShop()
beforeAll(async () => {
  ;({ joana, heitor } = await prepareWorkingDay(harness, shop))
})

const waitForText = (contains: string) => harness.control.waitForMessage({ phone: joana.number, contains })

test('of two agents who accept the same ticket, one gets it', async () => {
  const pages = await openPages(harness, shop)
  duda = pages.duda
  const { winner, loser } = await raceForJoana(pages, joana.id)
  ;[bia, caio] = [winner.page, loser.page]
  expect(await composer(caio).count()).toBe(0)
  await acceptTicket(bia, 'Heitor Lima')
  await row(bia, 'Joana Reis').getByRole('link').click()
  await bubble(bia, 'torta de limão').waitFor()
})

test('a quick message, an edit, a deletion and a note: the customer receives all but the note', async () => {
  await composer(bia).pressSequentially('/pro')
  await bia.getByRole('option', { name: /\/pronto/ }).waitFor()
  await composer(bia).press('Tab')
  await composer(bia).press('Enter')
  await waitForText('Oi, Joana! Seu pedido fica pronto às 15h.')

  await sendMessage(bia, 'São 80 reais')
  await chooseMessageAction(bia, 'São 80 reais', 'Editar')
  await composer(bia).fill('São 90 reais')
  await composer(bia).press('Enter')
  await bubble(bia, 'São 90 reais').getByText('editada').click()
  await bia.getByRole('dialog', { name: 'Versões anteriores' }).getByText('São 80 reais').waitFor()
  await bia.keyboard.press('Escape')

  await sendMessage(bia, 'Recado da outra cliente')
  await chooseMessageAction(bia, 'Recado da outra cliente', 'Apagar para todos')
  await button(bia.getByRole('dialog'), 'Apagar para todos').click()
  await bubble(bia, 'Recado da outra cliente').getByText('Mensagem apagada').waitFor()
  await waitForEditAndDeletion(harness, shop, joana.number)

  await button(bia, 'Nota interna').click()
  await bia.getByRole('textbox', { name: 'Nota interna' }).fill('Paga sempre por Pix')
  await bia.keyboard.press('Enter')
  await expectNote(bia, harness, shop, joana.number)
})

test('a message is forwarded to another customer, and one is scheduled', async () => {
  await chooseMessageAction(bia, 'Seu pedido fica pronto', 'Encaminhar')
  await bia
    .getByRole('dialog')
    .getByRole('checkbox', { name: /Heitor Lima/ })
    .check()
  await button(bia, 'Encaminhar para 1').click()
  await bia.getByText('Mensagem encaminhada.').waitFor()
  await row(bia, 'Heitor Lima').getByText('Seu pedido fica pronto').waitFor()

  await composer(bia).fill('Pode retirar, {{firstName}}')
  await button(bia, 'Enviar mais tarde').click()
  await button(bia.getByRole('dialog'), 'Agendar').click()
  await bia.getByRole('dialog').waitFor({ state: 'detached' })
  await duda.goto(`${shop.url}/schedules`)
  await button(duda.getByRole('grid'), /Joana Reis\W+Agendada$/).waitFor()
  const { schedules } = await shop.request<{ schedules: { id: number }[] }>('GET', '/schedules')
  await shop.request('PUT', `/schedules/${schedules[0]?.id}`, { sendAt: new Date().toISOString() })
  await waitForText('Pode retirar, Joana')
  await bubble(bia, 'Pode retirar, Joana').getByText('Agendada').waitFor()
})

test('a card moved on the board by the supervisor changes the tag in the agents’ list', async () => {
  await duda.getByRole('link', { name: 'Kanban' }).click()
  const lane = (name: string) => duda.getByRole('region', { name: new RegExp(`^${name}, `) })
  await lane('Sem etiqueta').locator('[data-card]', { hasText: 'Joana Reis' }).waitFor()
  await duda.locator('[data-card]', { hasText: 'Joana Reis' }).dragTo(lane('Encomenda'))
  await lane('Encomenda').locator('[data-card]', { hasText: 'Joana Reis' }).waitFor()
  await row(bia, 'Joana Reis').getByRole('img', { name: 'Etiquetas: Encomenda' }).waitFor({ state: 'attached' })
})

test('a transferred ticket reaches the colleague with its notes and its history', async () => {
  const [giver, taker] = await Promise.all([nameOf(bia), nameOf(caio)])
  await button(conversation(bia), 'Transferir atendimento').click()
  await bia.getByRole('combobox', { name: /^Atendente/ }).fill(taker.slice(0, 3))
  await bia.getByRole('option', { name: taker }).click()
  await button(bia.getByRole('dialog'), 'Transferir').last().click()
  await bia.getByRole('heading', { name: 'Joana Reis' }).waitFor({ state: 'detached' })
  await tab(caio, 'Meus').click()
  await row(caio, 'Joana Reis').getByRole('link').click()
  await composer(caio).waitFor()
  await conversation(caio).getByText('Paga sempre por Pix').first().waitFor()
  await conversation(caio).getByText(`${giver} transferiu para ${taker}`, { exact: false }).waitFor()
})

const nameOf = async (page: Page) => {
  await openAccountMenu(page)
  const greeting = await page.getByText(/^Olá, /).textContent()
  await page.keyboard.press('Escape')
  return greeting?.replace('Olá, ', '') ?? ''
}

test('a mention in the internal chat notifies the colleague', async () => {
  await duda.getByRole('link', { name: 'Chat interno' }).click()
  await button(duda, 'Nova conversa').first().click()
  await duda.getByLabel('Título').fill('Tarde')
  const called = await nameOf(caio)
  await duda.getByLabel(called).check()
  await button(duda, 'Iniciar conversa').click()
  const words = duda.getByRole('textbox', { name: 'Mensagem para os colegas' })
  await words.pressSequentially(`@${called.slice(0, 3)}`)
  await words.press('Enter')
  await words.pressSequentially('a Joana está contigo?')
  await words.press('Enter')
  await caio.getByText('1 conversa com mensagens novas').waitFor({ state: 'attached' })
  await caio.getByRole('link', { name: 'Chat interno' }).click()
  await caio.getByRole('link', { name: /Tarde/ }).click()
  await caio.getByRole('log', { name: 'Mensagens' }).getByText('a Joana está contigo?').waitFor()
})

test('the global search finds a message without accents', async () => {
  await caio.keyboard.press('Control+k')
  await caio.getByRole('combobox', { name: 'Buscar tudo' }).fill('torta de limao')
  await caio.getByRole('option', { name: /Joana Reis/ }).click()
  await bubble(caio, 'torta de limão').waitFor()
  expect(new URL(caio.url()).pathname).toBe(`/tickets/${joana.uuid}`)
})

test('the supervisor imports and exports contacts', async () => {
  await duda.goto(`${shop.url}/contacts`)
  await button(duda, 'Importar e exportar').click()
  await duda.getByRole('menuitem', { name: 'Importar contatos' }).click()
  const dialog = duda.getByRole('dialog')
  await dialog.getByLabel('Escolher arquivo').setInputFiles(await customerSheet())
  await dialog.getByText('1 linha fica de fora, porque não tem um número.').waitFor()
  await button(dialog, 'Importar').click()
  await duda.getByText('1 adicionado · 1 inválido').waitFor()
  await button(duda, 'Importar e exportar').click()
  const download = duda.waitForEvent('download')
  await duda.getByRole('menuitem', { name: 'Exportar contatos.csv' }).click()
  await expectExportedContacts(await download)
})

test('after the ticket is closed, both customers have received only the messages for them', async () => {
  await button(conversation(caio), 'Encerrar').click()
  await caio.getByText('Atendimento encerrado.').waitFor()
  expect(await shop.request('GET', `/tickets/${joana.id}`)).toMatchObject({ status: 'closed' })
  const { length } = (await threadOf(harness, shop, joana.number)).filter(({ mine }) => !mine)
  expect(length).toBe(4)
  const toHeitor = await harness.control.inbox({ phone: heitor.number })
  expect(toHeitor.map(({ text }) => text)).toEqual(['Oi, Joana! Seu pedido fica pronto às 15h.'])
  await Promise.all([bia, caio, duda].map((page) => page.context().close()))
})

test('on a phone: one pane at a time, long press, swipe to reply, and no horizontal scrolling', async () => {
  const page = await signIn(await harness.newContext(phone), shop.url, 'ana')
  const fits = async () => expect([page.url(), await horizontalOverflow(page)]).toEqual([page.url(), 0])
  await createTicket(harness, shop, 'Rosa Maia', 'Quanto custa o bolo?')
  await acceptTicket(page, 'Rosa Maia')
  await list(page).waitFor({ state: 'hidden' })
  await fits()

  await swipeRight(bubble(page, 'Quanto custa').getByText('Quanto custa o bolo?'))
  await button(page, 'Cancelar a resposta').waitFor()
  await composer(page).fill('Sessenta reais')
  await button(page, 'Enviar').tap()
  await bubble(page, 'Sessenta reais').getByText('Quanto custa o bolo?').waitFor()

  const held = bubble(page, 'Quanto custa').first()
  await held.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 90, clientY: 300 })
  await page
    .getByRole('menuitemradio', { name: /^Reagir com/ })
    .first()
    .tap()
  await held.dispatchEvent('pointerup', { pointerType: 'touch' })
  await bubble(page, 'Quanto custa')
    .first()
    .getByRole('button', { name: /reação|Reações/i })
    .waitFor()

  await button(page, 'Mostrar detalhes do contato').tap()
  await page.getByRole('dialog', { name: 'Detalhes do contato' }).getByText('Rosa Maia').waitFor()
  await fits()
  await page.goBack()
  await page.getByRole('dialog', { name: 'Detalhes do contato' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Voltar para a lista' }).tap()
  await list(page).waitFor()
  for (const path of ['kanban', 'contacts', 'schedules', 'quick-messages', 'tags', 'todolist', 'chats']) {
    await page.goto(`${shop.url}/${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await fits()
  }
  await page.context().close()
})

/** Swipes a bubble to the right with touch events. */
async function swipeRight(words: Locator) {
  for (const clientX of [100, 112, 140, 170]) {
    const type = clientX === 100 ? 'touchstart' : 'touchmove'
    await words.dispatchEvent(type, { touches: [{ identifier: 0, clientX, clientY: 300 }] })
  }
  await words.dispatchEvent('touchend', { touches: [] })
}
