import { expect } from 'bun:test'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright'
import { appCode } from '../authenticator-app'
import { serve } from '../executable/balcao'
import { type Harness, phone, until } from './harness'
import { readQr } from './qr'
import { bubble, button, composer, row, tab } from './screen'

/** Steps of a person in order, and their time until the customer has the answer, in ms. */
interface PlayedSteps {
  steps: string[]
  ms: number
}

/** A person in front of the screens of Balcão and of the customers' phones. */
class Newcomer {
  readonly steps: string[] = []
  constructor(
    readonly harness: Harness,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /** Performs what is counted as one step: a click, a text, an address, a glance at the other screen. */
  async step<T>(name: string, act: () => Promise<T>): Promise<T> {
    this.steps.push(name)
    return await act()
  }
  press = (name: string, within: Page | Locator = this.page) =>
    this.step(`press ${name}`, () => button(within, name).first().click())
  follow = (name: string) => this.step(`follow ${name}`, () => this.page.getByRole('link', { name }).click())
  type = (label: string, text: string, within: Page | Locator = this.page) =>
    this.step(`type ${label}`, () => within.getByLabel(label, { exact: true }).fill(text))
}

/** No super user in the environment, and the second factor as a server without settings requires it. */
const unclaimed = { BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '', BALCAO_SECOND_FACTOR: '' }
const password = 'nove violoncelos azuis'

/**
 * Starts `balcao serve` on an empty directory and plays its owner, who follows only the terminal and the screens: opens
 * the set-up link, protects the account, links the number, writes as the first customer and answers.
 */
export async function playUnclaimedStart(harness: Harness, options: BrowserContextOptions = {}): Promise<PlayedSteps> {
  const serving = await serve({ ...harness.whatsapp, ...unclaimed })
  const started = performance.now()
  const [address = ''] = /http\S+\/setup\?\S+/.exec(serving.stderr()) ?? []
  const context = await harness.newContext(options)
  const newcomer = new Newcomer(harness, context, await context.newPage())
  await newcomer.step('open the printed link', () => newcomer.page.goto(address))
  await claim(newcomer)
  const isOnPhone = options === phone
  if (isOnPhone) await newcomer.follow('Primeiros passos')
  const phones = await linkNumber(newcomer)
  if (isOnPhone) await newcomer.follow('Ir para os atendimentos')
  await writeAsCustomer(newcomer, phones)
  await answer(newcomer, isOnPhone)
  await phones.locator('.theirs', { hasText: 'Até as 18h. Venha!' }).waitFor()
  const ms = performance.now() - started
  expect(await serving.stop()).toBe(0)
  await context.close()
  return { steps: newcomer.steps, ms }
}

/** Creates the first account and protects it with an authenticator app, whose codes the screen asks for. */
async function claim(newcomer: Newcomer) {
  const { page } = newcomer
  await newcomer.type('Seu nome', 'Rita Lopes')
  await newcomer.step('type Nome da empresa', () => page.getByLabel('Nome da empresa').fill('Loja da Rita'))
  await newcomer.type('E-mail', 'rita@loja.test')
  await newcomer.type('Senha', password)
  await newcomer.press('Criar e entrar')
  await page.getByRole('heading', { name: 'Proteja esta conta' }).waitFor()
  const key = ((await button(page, 'Copiar a chave').textContent()) ?? '').replaceAll(' ', '')
  await newcomer.type('Código do aplicativo', appCode(key))
  await newcomer.press('Ativar')
  await newcomer.press('Guardei os códigos')
}

/** Follows the first step of the list, and scans the shown QR code on the page of the phones, which it returns. */
async function linkNumber(newcomer: Newcomer): Promise<Page> {
  const { page, context, harness } = newcomer
  await newcomer.press('Conectar')
  const dialog = page.getByRole('dialog')
  await newcomer.type('Nome', 'Loja', dialog)
  await newcomer.press('Salvar', dialog)
  const code = dialog.getByRole('img', { name: 'QR Code para conectar Loja' })
  await code.waitFor()
  const phones = await context.newPage()
  await newcomer.step('open the phones', () => phones.goto(harness.phonesUrl))
  await newcomer.step('open the field for a QR code', () => phones.getByText('Colar um QR ou código').click())
  const qr = await until('a code that can be read', () => readQr(context, code))
  await newcomer.type('Texto do QR, ou o código de oito caracteres', qr, phones)
  await newcomer.press('Conectar', phones)
  await phones.getByText('conectado', { exact: true }).waitFor()
  await page.bringToFront()
  await newcomer.press('Concluir', dialog)
  return phones
}

async function writeAsCustomer(newcomer: Newcomer, phones: Page) {
  await phones.bringToFront()
  await newcomer.press('Novo cliente', phones)
  await newcomer.type('Nome', 'Zilda Prado', phones)
  await newcomer.press('Adicionar', phones)
  await newcomer.type('Mensagem', 'Vocês abrem hoje?', phones)
  await newcomer.press('Enviar', phones)
}

async function answer(newcomer: Newcomer, isOnPhone: boolean) {
  const { page } = newcomer
  await page.bringToFront()
  await newcomer.step('open the waiting tickets', () => tab(page, 'Aguardando').click())
  await row(page, 'Zilda Prado').waitFor()
  await newcomer.press('Aceitar o atendimento de Zilda Prado')
  await bubble(page, 'Vocês abrem hoje?').waitFor()
  const conversation = page.getByRole('region', { name: 'Conversa com Zilda Prado' })
  await newcomer.step('type the answer', () => composer(conversation).fill('Até as 18h. Venha!'))
  if (isOnPhone) await newcomer.press('Enviar', conversation)
  else await newcomer.step('press Enter', () => page.keyboard.press('Enter'))
}
