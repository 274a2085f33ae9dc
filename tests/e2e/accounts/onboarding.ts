import { expect } from 'bun:test'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright'
import { createSample } from '../../../emulator/control/samples'
import type { Control } from '../../../emulator/control-client'
import type { Texts } from '../../../ui/i18n/pt/all'
import { desktop, type Harness, until } from '../harness'
import { expectOpus } from '../inbox/opus'
import { type NetworkProxy, openNetworkProxy } from '../network-proxy'
import { readQr } from '../qr'
import { accountButton, bubble, button, row, waitForValue } from '../screen'

/** Onboarding of a company, from the sign-up to its first closed ticket, in any language and at any width. */
export interface Onboarding {
  page: Page
  context: BrowserContext
  proxy: NetworkProxy
  control: Control
  /** Texts in the person's language. */
  t: Texts
  company: string
  email: string
  /** Number of the company on WhatsApp. */
  owner: string
  customer: string
}

export const customerName = 'Rosa Lins'
const password = 'goiabada cascao 7'

/** Creates the company's phone and a customer on WhatsApp and opens a page. @param port of the executable */
export async function startOnboarding(
  { control, newContext }: Harness,
  port: number,
  who: Pick<Onboarding, 't' | 'company' | 'email' | 'owner' | 'customer'>,
  options: BrowserContextOptions = {},
): Promise<Onboarding> {
  await control.addOwner({ number: who.owner, name: who.company })
  await control.addCustomer({ number: who.customer, name: customerName, picture: { sample: 'photo' } })
  const [proxy, context] = await Promise.all([openNetworkProxy(port), newContext(options)])
  return { ...who, control, proxy, context, page: await context.newPage() }
}

/** Replaces the placeholders of a text. */
const fillText = (text: string, values: Record<string, string | number> = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

export const writeAsCustomer = (
  { control, customer, owner }: Onboarding,
  content: Parameters<Control['send']>[0]['content'],
) => control.send({ from: customer, to: owner, content })

export const conversation = ({ page, t }: Onboarding) =>
  page.getByRole('region', { name: fillText(t.tickets.conversation, { name: customerName }) })
export const composer = ({ page, t }: Onboarding) =>
  page.getByRole('textbox', { name: t.tickets.composer, exact: true })
export const tab = ({ page }: Onboarding, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

export async function reply(onboarding: Onboarding, text: string) {
  await composer(onboarding).fill(text)
  await (isNarrow(onboarding)
    ? button(onboarding.page, onboarding.t.tickets.send).click()
    : composer(onboarding).press('Enter'))
}

const isNarrow = ({ page }: Onboarding) => page.viewportSize()!.width < desktop.width

/** Opens the connections: in the settings hub, or in the sheet of a phone. */
async function goToConnections(onboarding: Onboarding) {
  const { page, t } = onboarding
  if (isNarrow(onboarding)) await accountButton(page, t.shell.profile).click()
  else await page.getByRole('link', { name: t.settings.title }).click()
  const around = page.getByRole(isNarrow(onboarding) ? 'dialog' : 'main')
  await around.getByRole('link', { name: t.connections.title }).click()
}

/** Opens the tickets by the rail, or by the bottom bar of a phone. */
async function goToTickets(onboarding: Onboarding) {
  const { page, t } = onboarding
  const name = isNarrow(onboarding) ? t.navigation.attend : t.tickets.title
  await page.getByRole('navigation', { name: t.shell.mainNavigation }).getByRole('link', { name }).click()
}

export async function signUp({ page, proxy, t, company, email }: Onboarding) {
  await page.goto(`${proxy.url}/login`)
  await page.getByRole('link', { name: t.auth.toSignup }).click()
  await page.getByLabel(t.auth.setupName).fill('Rita Lopes')
  await page.getByLabel(t.auth.companyName).fill(company)
  await page.getByLabel(t.auth.email).fill(email)
  const phone = page.getByLabel(t.auth.phone)
  await phone.pressSequentially('11912345678')
  await waitForValue(phone, '(11) 91234-5678')
  await page.getByLabel(t.auth.password, { exact: true }).fill(password)
  await page
    .getByLabel(t.auth.plan)
    .locator('option:checked', { hasText: /30[.,]00/ })
    .waitFor({ state: 'attached' })
  await page.getByLabel(t.auth.consent).check()
  await button(page, t.auth.signup).click()
  await page.getByText(t.auth.signupDone).waitFor()
  await page.getByLabel(t.auth.email).fill(email)
  await page.getByLabel(t.auth.password, { exact: true }).fill(password)
  await button(page, t.auth.login).click()
  await page.waitForURL('**/tickets')
}

/** Adds a connection and links it with the QR code on the screen. */
export async function linkNumber(onboarding: Onboarding) {
  const { page, context, control, t, owner } = onboarding
  await goToConnections(onboarding)
  await button(page, t.connections.add).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t.connections.name).fill('Vila')
  await button(dialog, t.common.save).click()
  const shown = page.getByRole('img', { name: fillText(t.connections.qrAlt, { name: 'Vila' }) })
  await shown.waitFor()
  const qr = await until('a code that can be read', () => readQr(context, shown))
  await control.scan({ owner, qr })
  await dialog.getByText(fillText(t.connections.qrDoneText, { number: formatNumber(owner) })).waitFor()
  await button(dialog, t.connections.qrClose).click()
  await page.getByText(t.connections.status.CONNECTED, { exact: true }).waitFor()
}

/** Formats `5511911110077` as `+55 11 91111-0077`. */
const formatNumber = (number: string) => number.replace(/^(55)(\d\d)(\d{5})(\d{4})$/, '+$1 $2 $3-$4')

/** A customer sends a text, a picture and a voice note; the agent accepts the ticket, sees and plays them. */
export async function receiveMessages(onboarding: Onboarding) {
  const { page, t } = onboarding
  await goToTickets(onboarding)
  await writeAsCustomer(onboarding, 'Bom dia! Fazem *bolo de rolo*?')
  await tab(onboarding, t.lists.waiting).filter({ hasText: '1' }).click()
  await row(page, customerName).getByText('Bom dia! Fazem bolo de rolo?').waitFor()
  await writeAsCustomer(onboarding, { image: { sample: 'photo' }, caption: 'igual a este' })
  await writeAsCustomer(onboarding, { audio: { sample: 'voice', seconds: 3 }, ptt: true, seconds: 3 })
  await row(page, customerName)
    .getByText(fillText(t.tickets.unread_other, { count: 3 }))
    .waitFor()
  await button(page, fillText(t.tickets.acceptOf, { name: customerName })).click()
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/)

  await bubble(page, 'bolo de rolo').locator('strong', { hasText: 'bolo de rolo' }).waitFor()
  await waitForImage(bubble(page, 'igual a este').locator('img'))
  const play = button(conversation(onboarding), t.tickets.play)
  await play.click()
  await button(conversation(onboarding), t.tickets.pause).waitFor()
  await play.waitFor() // the playback has ended
}

async function waitForImage(picture: Locator) {
  await picture.waitFor()
  await until('the picture', () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 100))
}

/** The agent sends a text, a picture and a voice note; the customer receives and reads them. */
export async function sendReplies(onboarding: Onboarding) {
  const { page, control, t, customer } = onboarding
  await reply(onboarding, 'Fazemos sim, Rosa!\nPara quando?')
  const text = await control.waitForMessage({ phone: customer, contains: 'Fazemos sim' })
  expect(text.text).toBe('Fazemos sim, Rosa!\nPara quando?')

  const chooser = page.waitForEvent('filechooser')
  await button(page, t.tickets.attach).click()
  const file = Buffer.from(createSample('cake').bytes)
  await (await chooser).setFiles({ name: 'rolo.png', mimeType: 'image/png', buffer: file })
  await page.getByLabel(fillText(t.tickets.captionOf, { name: 'rolo.png' })).fill('o de ontem')
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
  const read = conversation(onboarding).getByRole('img', { name: t.tickets.ackRead, exact: true })
  await until('three read', async () => (await read.count()) === 3)
}

/** The network is cut while the agent types: the draft stays, and the missed message arrives afterwards. */
export async function loseNetwork(onboarding: Onboarding) {
  const { page, proxy, control, t, customer } = onboarding
  const offline = page.getByText(t.shell.offline)
  await composer(onboarding).fill('Então fica combinado')
  proxy.cut()
  await offline.waitFor()
  await writeAsCustomer(onboarding, 'Pode ser de goiabada?')
  await composer(onboarding).pressSequentially(' para sábado')
  await waitForValue(composer(onboarding), 'Então fica combinado para sábado')
  proxy.restore()
  await bubble(page, 'Pode ser de goiabada?').waitFor()
  await offline.waitFor({ state: 'detached' })
  await waitForValue(composer(onboarding), 'Então fica combinado para sábado')
  await reply(onboarding, 'Então fica combinado para sábado')
  await control.waitForMessage({ phone: customer, contains: 'combinado para sábado' })
}

export async function closeTicket(onboarding: Onboarding) {
  const { page, t } = onboarding
  if (isNarrow(onboarding)) {
    await button(page, t.inbox.moreActions).click()
    await page.getByRole('menuitem', { name: t.tickets.close }).click()
  } else await button(conversation(onboarding), t.tickets.close).click()
  await page.getByText(t.tickets.closed, { exact: true }).waitFor()
  await page.waitForURL('**/tickets')
}
