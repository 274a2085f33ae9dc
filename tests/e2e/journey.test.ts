import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright'
import { sample } from '../../emulator/control/samples'
import { type Serving, serve, tidy } from '../executable/balcao'
import { type Line, openLine } from './line'
import { readQr } from './qr'
import { bubble, button, composer, conversation, fillLogin, holds, row, say, tab } from './screen'
import { openStage, type Stage, until } from './stage'

/** A company from its sign-up to the first conversation closed and reopened, as its owner and a customer see it. */

const owner = '5511911110077'
const customer = '5511987650077'
let stage: Stage
let serving: Serving
let line: Line
let context: BrowserContext
let page: Page

beforeAll(async () => {
  stage = await openStage()
  serving = await serve({ ...stage.whatsapp, BALCAO_LOG_LEVEL: 'warn' })
  line = await openLine(serving.port)
  await stage.control.addOwner({ number: owner, name: 'Doces da Vila' })
  await stage.control.addCustomer({ number: customer, name: 'Rosa Lins', picture: { sample: 'photo' } })
  context = await stage.visit()
  page = await context.newPage()
})
afterAll(async () => {
  await stage.end()
  line.end()
  await tidy()
})
afterEach(() => expect(stage.problems.splice(0)).toEqual([]))

const write = (content: Parameters<Stage['control']['send']>[0]['content']) =>
  stage.control.send({ from: customer, to: owner, content })

test('a company signs up and logs in', async () => {
  await page.goto(`${line.url}/login`)
  await page.getByRole('link', { name: 'Cadastre sua empresa' }).click()
  await page.getByLabel('Nome da empresa').fill('Doces da Vila')
  await page.getByLabel('E-mail').fill('rita@doces.test')
  await page.getByLabel('Telefone').pressSequentially('11912345678')
  await holds(page.getByLabel('Telefone'), '(11) 91234-5678')
  await page.getByLabel('Senha', { exact: true }).fill('goiabada cascao 7')
  await page.getByLabel('Plano').locator('option:checked', { hasText: 'R$ 30,00/mês' }).waitFor({ state: 'attached' })
  await button(page, 'Criar conta').click()
  await page.getByText('Empresa cadastrada.').waitFor()
  await fillLogin(page, 'rita@doces.test', 'goiabada cascao 7')
  await page.waitForURL('**/tickets')
  await page.getByText('Olá, Doces da Vila').waitFor()
})

test('the first number is linked by a code read off the screen', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Conexões' }).click()
  await button(page, 'Adicionar conexão').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('WhatsApp da vila')
  await button(dialog, 'Adicionar conexão').click()
  const shown = page.getByRole('img', { name: 'QR code para conectar WhatsApp da vila' })
  await shown.waitFor()
  const qr = await until('a code that can be read', () => readQr(context, shown))
  await stage.control.scan({ owner, qr })
  await dialog.getByText('+55 11 91111-0077 já recebe e envia').waitFor()
  await button(dialog, 'Concluir').click()
  await page.getByText('Conectada', { exact: true }).waitFor()
})

test('a customer writes, is accepted, and what they sent is seen and heard', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click()
  await write('Bom dia! Fazem *bolo de rolo*?')
  await tab(page, 'Aguardando').filter({ hasText: '1' }).click()
  await row(page, 'Rosa Lins').getByText('Bom dia! Fazem bolo de rolo?').waitFor()
  await write({ image: { sample: 'photo' }, caption: 'igual a este' })
  await write({ audio: { sample: 'voice', seconds: 3 }, ptt: true, seconds: 3 })
  await row(page, 'Rosa Lins').getByText('3 mensagens não lidas').waitFor()
  await button(page, 'Aceitar o atendimento de Rosa Lins').click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/)

  await bubble(page, 'bolo de rolo').locator('strong', { hasText: 'bolo de rolo' }).waitFor()
  const picture = bubble(page, 'igual a este').locator('img')
  await picture.waitFor()
  await until('the picture', () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 100))
  const play = button(conversation(page), 'Ouvir')
  await play.click()
  await button(conversation(page), 'Pausar').waitFor()
  await play.waitFor() // it ended
  await bubble(page, 'igual a este').getByRole('button', { name: 'Abrir a imagem' }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('text, picture and voice note reach the customer, and their ticks turn to read', async () => {
  await say(page, 'Fazemos sim, Rosa!\nPara quando?')
  const text = await stage.control.waitForMessage({ phone: customer, contains: 'Fazemos sim' })
  expect(text.text).toBe('Fazemos sim, Rosa!\nPara quando?')

  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Anexar arquivos').click()
  const file = Buffer.from(sample('cake').bytes)
  await (await chooser).setFiles({ name: 'rolo.png', mimeType: 'image/png', buffer: file })
  await page.getByLabel('Legenda de rolo.png').fill('o de ontem')
  await page.keyboard.press('Enter')
  const picture = await stage.control.waitForMessage({ phone: customer, kind: 'image' })
  expect([picture.text, picture.media?.size]).toEqual(['o de ontem', file.length])

  await button(page, 'Gravar mensagem de voz').click()
  await page.getByRole('region', { name: 'Gravando' }).getByText('0:02').waitFor()
  await button(page, 'Parar e ouvir').click()
  await page.getByRole('region', { name: 'Ouça antes de enviar' }).waitFor()
  await button(page, 'Enviar mensagem de voz').click()
  const voice = await stage.control.waitForMessage({ phone: customer, kind: 'audio' })
  expect(voice.media).toMatchObject({ voiceNote: true, mimetype: 'audio/ogg; codecs=opus' })
  expect(voice.media?.seconds).toBeGreaterThanOrEqual(2)
  expectOpus(await stage.control.media(voice.media!.url))

  await stage.control.markRead({ phone: customer })
  await bubble(page, 'Fazemos sim').getByRole('img', { name: 'Lida' }).waitFor()
  await bubble(page, 'o de ontem').getByRole('img', { name: 'Lida' }).waitFor()
  await until('three read', async () => (await conversation(page).getByRole('img', { name: 'Lida' }).count()) === 3)
})

/** A whole Ogg stream: Opus head and tags, pages in sequence, begun and ended. */
function expectOpus(bytes: Buffer) {
  const pages: { type: number; sequence: number; body: Buffer }[] = []
  for (let at = 0; at < bytes.length; ) {
    expect(bytes.toString('latin1', at, at + 4)).toBe('OggS')
    const segments = [...bytes.subarray(at + 27, at + 27 + bytes[at + 26]!)]
    const body = at + 27 + segments.length
    const size = segments.reduce((sum, one) => sum + one, 0)
    pages.push({ type: bytes[at + 5]!, sequence: bytes.readUInt32LE(at + 18), body: bytes.subarray(body, body + size) })
    at = body + size
  }
  expect(pages[0]!.body.toString('latin1', 0, 8)).toBe('OpusHead')
  expect(pages[1]!.body.toString('latin1', 0, 8)).toBe('OpusTags')
  expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index))
  expect([pages[0]!.type & 2, pages.at(-1)!.type & 4]).toEqual([2, 4])
}

test('without network nothing written is lost, and what was missed comes in', async () => {
  await composer(page).fill('Então fica combinado')
  line.cut()
  await page.getByText('Sem conexão com o servidor.').waitFor()
  await write('Pode ser de goiabada?')
  await composer(page).pressSequentially(' para sábado')
  await holds(composer(page), 'Então fica combinado para sábado')
  line.mend()
  await bubble(page, 'Pode ser de goiabada?').waitFor()
  await page.getByText('Sem conexão com o servidor.').waitFor({ state: 'detached' })
  await holds(composer(page), 'Então fica combinado para sábado')
  await composer(page).press('Enter')
  await stage.control.waitForMessage({ phone: customer, contains: 'combinado para sábado' })
})

test('while the line to WhatsApp is down, answers wait and leave once it is back', async () => {
  await stage.control.fault('refuse', 'cut')
  await stage.control.fault('drop', owner)
  await page.getByText('A conexão WhatsApp da vila está desconectada.').waitFor()
  await composer(page).fill('ainda escrevendo')
  await write('Alô?')
  await page.getByText('A conexão WhatsApp da vila está desconectada.').waitFor()
  await composer(page).press('Enter')
  await bubble(page, 'ainda escrevendo').getByRole('img', { name: 'Aguardando envio' }).waitFor()
  await stage.control.fault('clear')
  await stage.control.waitForMessage({ phone: customer, text: 'ainda escrevendo' })
  await bubble(page, 'Alô?').waitFor()
  await page.getByText('A conexão WhatsApp da vila está desconectada.').waitFor({ state: 'detached' })
  const received = await stage.control.inbox({ phone: customer })
  expect(received.filter(({ text }) => text === 'ainda escrevendo')).toHaveLength(1)
})

test('the conversation is closed, taken back, closed again and reopened', async () => {
  await button(conversation(page), 'Encerrar').click()
  await page.getByText('Atendimento encerrado.').waitFor()
  await page.waitForURL('**/tickets')
  await button(page, 'Desfazer').click()
  await composer(page).waitFor()
  await button(conversation(page), 'Encerrar').click()
  await tab(page, 'Encerrados').click()
  await row(page, 'Rosa Lins').getByRole('link').click()
  await page.getByText('Reabra para responder.').waitFor()
  await button(conversation(page), 'Reabrir').first().click()
  await say(page, 'Voltei, Rosa.')
  await stage.control.waitForMessage({ phone: customer, text: 'Voltei, Rosa.' })
})
