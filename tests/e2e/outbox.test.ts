import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright'
import { createSample } from '../../emulator/control/samples'

import { type Line, openLine } from './line'
import { setScene, shop, stage } from './scene'
import { bubble, button, composer, fillLogin, list, row, say, signIn, tab, titled } from './screen'
import { newTicket, password, people, write } from './shop'
import { until } from './stage'

/** What is written while the server is out of reach goes by itself, in order and once (docs/adr/0031). */

setScene()
let line: Line
let context: BrowserContext
let page: Page
beforeAll(async () => {
  line = await openLine(shop.serving.port)
})
beforeEach(async () => {
  context = await stage.visit()
  page = await signIn(context, line.url, 'bia')
})
afterEach(async () => {
  line.mend()
  await context.close()
})
afterAll(() => line.end())

let customers = 0
interface Customer {
  id: number
  uuid: string
  name: string
  number: string
}

/** A ticket that Bia holds. */
async function customer(first: string): Promise<Customer> {
  const name = `${first} ${String.fromCharCode(65 + customers++)}.`
  const { id, uuid, number } = await newTicket(stage, shop, name)
  await shop.ask('PUT', `/tickets/${id}`, { status: 'open' })
  await give(id)
  return { id, uuid, name, number }
}

/** Olga passes the ticket on. */
async function give(id: number, to: 'bia' | 'caio' = 'bia') {
  const { users } = await shop.ask<{ users: { id: number; email: string }[] }>('GET', '/users')
  const { id: userId } = users.find(({ email }) => email === people[to].email)!
  await shop.ask('PUT', `/tickets/${id}`, { userId })
}

async function open({ name }: Customer, on = page) {
  await row(on, name).getByRole('link').click()
  await composer(on.getByRole('region', { name: `Conversa com ${name}` })).waitFor()
}

async function cut(on = page) {
  line.cut()
  await on.getByText('Sem conexão com o servidor.').waitFor()
}

/** What stands on the customer's phone, without the automatic texts. */
const phoneOf = async ({ number }: Customer) =>
  (await stage.control.inbox({ phone: number }))
    .map(({ text = '', media }) => (media?.voiceNote ? 'voice' : text))
    .filter((text) => /^(m\d|voice)/.test(text))
const arrived = (to: Customer, texts: string[]) =>
  until(`${texts} at the phone`, async () => (await phoneOf(to)).length >= texts.length)
/** Exactly these, in this order; asked again once a later message has gone the same way. */
async function expectPhone(to: Customer, texts: string[]) {
  await arrived(to, texts)
  expect(await phoneOf(to)).toEqual(texts)
}
const waiting = (on: Page, text: string) => bubble(on, text).getByText('Aguardando a conexão')
const delivered = (on: Page, text: string) =>
  bubble(on, text)
    .getByRole('img', { name: /Enviada|Entregue|Lida/ })
    .waitFor()

test('three replies in two conversations, written offline, marked, and reloaded, arrive once and in order', async () => {
  const [vera, zeca] = [await customer('Vera'), await customer('Zeca')]
  await open(vera)
  await cut()
  await say(page, 'm1')
  await say(page, 'm2')
  await waiting(page, 'm1').waitFor()
  await waiting(page, 'm2').waitFor()
  await open(zeca)
  await say(page, 'm3')
  await waiting(page, 'm3').waitFor()
  await row(page, vera.name).getByText('Aguardando a conexão:').waitFor()
  await row(page, vera.name).getByText('m2').waitFor()
  await row(page, zeca.name).getByText('Aguardando a conexão:').waitFor()
  await titled(page, /^3 não enviadas · /)
  await page.getByText('3 mensagens esperam para sair.').waitFor()
  expect(await bubble(page, 'm3').getByText('Não enviada').count()).toBe(0)

  const asked = page.waitForEvent('dialog')
  await page.reload().catch(() => undefined)
  expect((await asked).type()).toBe('beforeunload')
  line.mend()
  await page.goto(`${line.url}/tickets/${zeca.uuid}`)
  await expectPhone(vera, ['m1', 'm2'])
  await expectPhone(zeca, ['m3'])
  await delivered(page, 'm3')
  await titled(page, new RegExp(`^${zeca.name}`))
  await page.getByText('Aguardando a conexão').waitFor({ state: 'detached' })
  await open(vera)
  await say(page, 'm4')
  await expectPhone(vera, ['m1', 'm2', 'm4'])
})

test('a reply goes by itself when the line returns, while another conversation is on screen', async () => {
  const [vera, zeca] = [await customer('Vera'), await customer('Zeca')]
  await open(vera)
  await cut()
  await say(page, 'm1')
  await open(zeca)
  line.mend()
  await expectPhone(vera, ['m1'])
  await row(page, vera.name).getByText('Aguardando a conexão:').waitFor({ state: 'detached' })
})

test('words, a voice note, a picture and words written offline wait through a closed tab and keep their order', async () => {
  const vera = await customer('Vera')
  await open(vera)
  // The encoder is loaded while the browser is idle; a slow one has it for certain after this.
  await button(page, 'Gravar mensagem de voz').click()
  await page.getByRole('region', { name: 'Gravando' }).getByText('0:0').waitFor()
  await button(page, 'Descartar a gravação').click()
  await cut()
  await say(page, 'm1')
  await button(page, 'Gravar mensagem de voz').click()
  await page
    .getByRole('region', { name: 'Gravando' })
    .getByText(/^0:0[1-9]$/)
    .waitFor()
  await button(page, 'Enviar mensagem de voz').click()
  const bytes = Buffer.from(createSample('cake').bytes)
  await page.locator('input[type=file]').setInputFiles({ name: 'bolo.png', mimeType: 'image/png', buffer: bytes })
  await page.getByLabel('Legenda de bolo.png').fill('m2')
  await page.keyboard.press('Enter')
  await waiting(page, 'm2').waitFor()
  await say(page, 'm3')
  await page.close()
  line.mend()
  page = await context.newPage()
  // On any screen.
  await page.goto(`${line.url}/contacts`)
  await expectPhone(vera, ['m1', 'voice', 'm2', 'm3'])
  const sent = await stage.control.inbox({ phone: vera.number })
  expect(sent.find(({ text }) => text === 'm2')?.media?.size).toBe(bytes.length)
})

/** A second tab of Bia's, both on the customer's conversation. */
async function openTwice(to: Customer) {
  const other = await context.newPage()
  await other.goto(`${line.url}/tickets/${to.uuid}`)
  await composer(other).waitFor()
  await open(to)
  return other
}

/** Writes in turns in the two tabs while the line is cut. */
async function writeInTurns(tabs: [Page, Page], texts: string[]) {
  line.cut()
  for (const tab of tabs) await tab.getByText('Sem conexão com o servidor.').waitFor()
  for (const [index, text] of texts.entries()) {
    await say(tabs[index % 2]!, text)
    await waiting(tabs[index % 2]!, text).waitFor()
  }
}

test('messages written offline in turns in two tabs arrive in the order of writing and once', async () => {
  const vera = await customer('Vera')
  const other = await openTwice(vera)
  const texts = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']
  await writeInTurns([page, other], texts)
  line.mend()
  await expectPhone(vera, texts)
})

test('messages of a tab closed while offline are sent by the other tab, in the order of writing and once', async () => {
  const vera = await customer('Vera')
  const other = await openTwice(vera)
  const texts = ['m1', 'm2', 'm3', 'm4', 'm5']
  await writeInTurns([page, other], texts)
  await page.close()
  line.mend()
  await expectPhone(vera, texts)
  page = await context.newPage()
  await page.goto(`${line.url}/tickets/${vera.uuid}`)
  await say(page, 'm6')
  await say(other, 'm7')
  await expectPhone(vera, [...texts, 'm6', 'm7'])
})

test('a server that answers 503 or not at all gets the message again, and the phone gets it once', async () => {
  const vera = await customer('Vera')
  await open(vera)
  let tries = 0
  await page.route(`**/api/messages/${vera.id}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    tries++
    if (tries === 1) return route.fulfill({ status: 503, json: { error: 'ERR_STORAGE' } })
    // The server has it, and the answer is lost.
    if (tries === 2) return route.fetch().then(() => route.abort())
    return route.continue()
  })
  await say(page, 'm1')
  await bubble(page, 'm1').getByText('O servidor não conseguiu receber. Tentando de novo').waitFor()
  await delivered(page, 'm1')
  await say(page, 'm2')
  await expectPhone(vera, ['m1', 'm2'])
})

test('refused messages of closed and passed-on tickets keep their reason on every screen, and go when retried', async () => {
  const [vera, zeca] = [await customer('Vera'), await customer('Zeca')]
  await open(zeca)
  await cut()
  await say(page, 'm2')
  await open(vera)
  await say(page, 'm1')
  await shop.ask('PUT', `/tickets/${vera.id}`, { status: 'closed' })
  await give(zeca.id, 'caio')
  line.mend()
  await bubble(page, 'm1')
    .getByText(/^Não enviada:/)
    .waitFor()
  await page.reload()
  await page.getByRole('navigation').getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.getByText('2 mensagens não foram enviadas.').waitFor()
  await titled(page, /^2 não enviadas · /)
  await page.getByRole('button', { name: 'Ver', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Mensagens não enviadas' })
  const item = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await item(zeca.name).getByText('o atendimento agora é de outra pessoa').waitFor()
  for (const { name } of [vera, zeca])
    await item(name)
      .getByText(/^Não enviada:/)
      .waitFor()
  await shop.ask('PUT', `/tickets/${vera.id}`, { status: 'open' })
  for (const [{ id, name }, text] of [
    [vera, 'm1'],
    [zeca, 'm2'],
  ] as const) {
    await give(id)
    await item(name).getByText(text).waitFor()
    await button(item(name), 'Tentar de novo').click()
  }
  await dialog.getByText('Tudo foi enviado.').waitFor()
  await expectPhone(vera, ['m1'])
  await expectPhone(zeca, ['m2'])
})

test('a login that ended while offline lets the message wait for the next one of the same person', async () => {
  const vera = await customer('Vera')
  await open(vera)
  await cut()
  await say(page, 'm1')
  await waiting(page, 'm1').waitFor()
  write(shop.serving.dataDir, (db) =>
    db.run('delete from tokens where userId = (select id from users where email = ?)', [people.bia.email]),
  )
  line.mend()
  await page.waitForURL('**/login')
  expect(await phoneOf(vera)).toEqual([])
  await fillLogin(page, people.bia.email, password)
  await expectPhone(vera, ['m1'])
})

test('what one person wrote waits for that person: nobody else sends it from the same browser', async () => {
  const vera = await customer('Vera')
  await open(vera)
  await page.route(`**/api/messages/${vera.id}`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await say(page, 'm1')
  await waiting(page, 'm1').waitFor()
  const signOut = async () => {
    await button(page, 'Sua conta').click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
  }
  await signOut()
  await button(page.getByRole('dialog', { name: 'Sair com mensagens não enviadas?' }), 'Sair').click()
  await page.waitForURL('**/login')
  await page.unrouteAll()

  const zeca = await newTicket(stage, shop, 'Zeca de Caio')
  await fillLogin(page, people.caio.email, password)
  await list(page).waitFor()
  await tab(page, 'Aguardando').click()
  await button(page, 'Aceitar o atendimento de Zeca de Caio').click()
  await say(page, 'm2')
  await stage.control.waitForMessage({ phone: zeca.number, text: 'm2' })
  expect(await phoneOf(vera)).toEqual([])
  await signOut()
  await page.waitForURL('**/login')
  await fillLogin(page, people.bia.email, password)
  await expectPhone(vera, ['m1'])
  const [message] = await shop
    .ask<{ messages: { body: string; senderName: string }[] }>('GET', `/messages/${vera.id}`)
    .then(({ messages }) => messages.filter(({ body }) => body === 'm1'))
  expect(message).toMatchObject({ senderName: people.bia.name })
})

test('a reply is delivered once, whenever the tab is closed after Enter', async () => {
  const vera = await customer('Vera')
  const rounds = Number(process.env.OUTBOX_ROUNDS ?? 6)
  const seed = Number(process.env.OUTBOX_SEED ?? Date.now() % 100_000)
  const texts = Array.from({ length: rounds }, (_, index) => `m${index + 1}`)
  for (const [index, text] of texts.entries()) {
    await page.goto(`${line.url}/tickets/${vera.uuid}`)
    await composer(page).waitFor()
    line.cut()
    await say(page, text)
    await Bun.sleep((seed * (index + 1) * 7919) % 400)
    await page.close()
    line.mend()
    page = await context.newPage()
  }
  await page.goto(`${line.url}/tickets/${vera.uuid}`)
  await arrived(vera, texts)
  expect([`OUTBOX_SEED=${seed}`, ...(await phoneOf(vera))]).toEqual([`OUTBOX_SEED=${seed}`, ...texts])
})
