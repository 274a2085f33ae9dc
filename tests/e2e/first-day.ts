import { expect } from 'bun:test'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright'
import { createSample } from '../../emulator/control/samples'
import type { Control } from '../../emulator/control-client'
import type { Texts } from '../../ui/i18n/pt/all'
import { type Line, openLine } from './line'
import { expectOpus } from './opus'
import { readQr } from './qr'
import { bubble, button, holds, row } from './screen'
import { desk, type Stage, until } from './stage'

/** A company from its sign-up to its first conversation closed, as its owner and a customer see it: in any language, at any width. */
export interface FirstDay {
  page: Page
  context: BrowserContext
  line: Line
  control: Control
  /** The words of the person's language. */
  t: Texts
  company: string
  email: string
  /** WhatsApp's number of the company. */
  owner: string
  customer: string
}

export const customerName = 'Rosa Lins'
const password = 'goiabada cascao 7'

/** @param port the executable's */
export async function beginDay(
  { control, visit }: Stage,
  port: number,
  who: Pick<FirstDay, 't' | 'company' | 'email' | 'owner' | 'customer'>,
  options: BrowserContextOptions = {},
): Promise<FirstDay> {
  await control.addOwner({ number: who.owner, name: who.company })
  await control.addCustomer({ number: who.customer, name: customerName, picture: { sample: 'photo' } })
  const [line, context] = await Promise.all([openLine(port), visit(options)])
  return { ...who, control, line, context, page: await context.newPage() }
}

/** A text with its variables filled in. */
export const said = (text: string, values: Record<string, string | number> = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

export const write = ({ control, customer, owner }: FirstDay, content: Parameters<Control['send']>[0]['content']) =>
  control.send({ from: customer, to: owner, content })

export const conversation = ({ page, t }: FirstDay) =>
  page.getByRole('region', { name: said(t.tickets.conversation, { name: customerName }) })
export const composer = ({ page, t }: FirstDay) => page.getByRole('textbox', { name: t.tickets.composer, exact: true })
export const tab = ({ page }: FirstDay, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

export async function say(day: FirstDay, text: string) {
  await composer(day).fill(text)
  await (isNarrow(day) ? button(day.page, day.t.tickets.send).click() : composer(day).press('Enter'))
}

const isNarrow = ({ page }: FirstDay) => page.viewportSize()!.width < desk.width

/** By the menu, which a telephone has to be asked for. */
async function goTo(day: FirstDay, name: string) {
  const { page, t } = day
  const around = isNarrow(day) ? page.getByRole('dialog') : page.getByRole('navigation')
  if (isNarrow(day)) await button(page, t.shell.openMenu).click()
  await around.getByRole('link', { name }).click()
}

export async function signUp({ page, line, t, company, email }: FirstDay) {
  await page.goto(`${line.url}/login`)
  await page.getByRole('link', { name: t.auth.toSignup }).click()
  await page.getByLabel(t.auth.companyName).fill(company)
  await page.getByLabel(t.auth.email).fill(email)
  const phone = page.getByLabel(t.auth.phone)
  await phone.pressSequentially('11912345678')
  await holds(phone, '(11) 91234-5678')
  await page.getByLabel(t.auth.password, { exact: true }).fill(password)
  await page
    .getByLabel(t.auth.plan)
    .locator('option:checked', { hasText: /30[.,]00/ })
    .waitFor({ state: 'attached' })
  await button(page, t.auth.signup).click()
  await page.getByText(t.auth.signupDone).waitFor()
  await page.getByLabel(t.auth.email).fill(email)
  await page.getByLabel(t.auth.password, { exact: true }).fill(password)
  await button(page, t.auth.login).click()
  await page.waitForURL('**/tickets')
}

/** The first number, by a code read off the screen. */
export async function link(day: FirstDay) {
  const { page, context, control, t, owner } = day
  await goTo(day, t.connections.title)
  await button(page, t.connections.add).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t.connections.name).fill('Vila')
  await button(dialog, t.connections.add).click()
  const shown = page.getByRole('img', { name: said(t.connections.qrAlt, { name: 'Vila' }) })
  await shown.waitFor()
  const qr = await until('a code that can be read', () => readQr(context, shown))
  await control.scan({ owner, qr })
  await dialog.getByText(said(t.connections.qrDoneText, { number: spelled(owner) })).waitFor()
  await button(dialog, t.connections.qrClose).click()
  await page.getByText(t.connections.status.CONNECTED, { exact: true }).waitFor()
}

/** `5511911110077` as `+55 11 91111-0077`. */
const spelled = (number: string) => number.replace(/^(55)(\d\d)(\d{5})(\d{4})$/, '+$1 $2 $3-$4')

/** A customer writes, is accepted, and what they sent is seen and heard. */
export async function receive(day: FirstDay) {
  const { page, t } = day
  await goTo(day, t.tickets.title)
  await write(day, 'Bom dia! Fazem *bolo de rolo*?')
  await tab(day, t.tickets.tabPending).filter({ hasText: '1' }).click()
  await row(page, customerName).getByText('Bom dia! Fazem bolo de rolo?').waitFor()
  await write(day, { image: { sample: 'photo' }, caption: 'igual a este' })
  await write(day, { audio: { sample: 'voice', seconds: 3 }, ptt: true, seconds: 3 })
  await row(page, customerName)
    .getByText(said(t.tickets.unread_other, { count: 3 }))
    .waitFor()
  await button(page, said(t.tickets.acceptOf, { name: customerName })).click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/)

  await bubble(page, 'bolo de rolo').locator('strong', { hasText: 'bolo de rolo' }).waitFor()
  await seen(bubble(page, 'igual a este').locator('img'))
  const play = button(conversation(day), t.tickets.play)
  await play.click()
  await button(conversation(day), t.tickets.pause).waitFor()
  await play.waitFor() // it ended
}

async function seen(picture: Locator) {
  await picture.waitFor()
  await until('the picture', () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 100))
}

/** Text, picture and voice note reach the customer, and their ticks turn to read. */
export async function answer(day: FirstDay) {
  const { page, control, t, customer } = day
  await say(day, 'Fazemos sim, Rosa!\nPara quando?')
  const text = await control.waitForMessage({ phone: customer, contains: 'Fazemos sim' })
  expect(text.text).toBe('Fazemos sim, Rosa!\nPara quando?')

  const chooser = page.waitForEvent('filechooser')
  await button(page, t.tickets.attach).click()
  const file = Buffer.from(createSample('cake').bytes)
  await (await chooser).setFiles({ name: 'rolo.png', mimeType: 'image/png', buffer: file })
  await page.getByLabel(said(t.tickets.captionOf, { name: 'rolo.png' })).fill('o de ontem')
  await page.keyboard.press('Enter')
  const picture = await control.waitForMessage({ phone: customer, kind: 'image' })
  expect([picture.text, picture.media?.size]).toEqual(['o de ontem', file.length])

  await button(page, t.tickets.record).click()
  await page
    .getByRole('region', { name: t.tickets.recordingNow })
    .getByText(/^0:0[2-9]$/)
    .waitFor()
  await button(page, t.tickets.stopRecording).click()
  await page.getByRole('region', { name: t.tickets.voicePreview }).waitFor()
  await button(page, t.tickets.sendVoice).click()
  const voice = await control.waitForMessage({ phone: customer, kind: 'audio' })
  expect(voice.media).toMatchObject({ voiceNote: true, mimetype: 'audio/ogg; codecs=opus' })
  expect(voice.media?.seconds).toBeGreaterThanOrEqual(2)
  expectOpus(await control.media(voice.media!.url))

  await control.markRead({ phone: customer })
  const read = conversation(day).getByRole('img', { name: t.tickets.ackRead, exact: true })
  await until('three read', async () => (await read.count()) === 3)
}

/** Without network nothing written is lost, and what was missed comes in. */
export async function loseNetwork(day: FirstDay) {
  const { page, line, control, t, customer } = day
  const offline = page.getByText(t.shell.offline)
  await composer(day).fill('Então fica combinado')
  line.cut()
  await offline.waitFor()
  await write(day, 'Pode ser de goiabada?')
  await composer(day).pressSequentially(' para sábado')
  await holds(composer(day), 'Então fica combinado para sábado')
  line.mend()
  await bubble(page, 'Pode ser de goiabada?').waitFor()
  await offline.waitFor({ state: 'detached' })
  await holds(composer(day), 'Então fica combinado para sábado')
  await say(day, 'Então fica combinado para sábado')
  await control.waitForMessage({ phone: customer, contains: 'combinado para sábado' })
}

export async function close(day: FirstDay) {
  const { page, t } = day
  await button(conversation(day), t.tickets.close).click()
  await page.getByText(t.tickets.closed, { exact: true }).waitFor()
  await page.waitForURL('**/tickets')
}
