import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import * as en from '../../../ui/i18n/en/all'
import * as es from '../../../ui/i18n/es/all'
import * as pt from '../../../ui/i18n/pt/all'
import { cleanUp, openSignUp, type Serving, serve } from '../../executable/balcao'
import { hasTurn } from '../../size'
import { type Harness, openHarness, phone } from '../harness'
import { bubble, button, horizontalOverflow, openAccountMenu, row } from '../screen'
import { nextNumber } from '../shop'
import {
  closeTicket,
  composer,
  conversation,
  customerName,
  linkNumber,
  loseNetwork,
  type Onboarding,
  receiveMessages,
  reply,
  sendReplies,
  signUp,
  startOnboarding,
  tab,
  writeAsCustomer,
} from './onboarding'

/** Onboarding of a company, from its sign-up to the first ticket closed and reopened. */

let harness: Harness
let serving: Serving
const onboardings: Onboarding[] = []

beforeAll(async () => {
  harness = await openHarness()
  serving = await serve({ ...harness.whatsapp, BALCAO_LOG_LEVEL: 'warn' })
  await openSignUp(serving)
})
afterAll(async () => {
  await harness.close()
  for (const { proxy } of onboardings) proxy.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

/** Starts an onboarding with a company and a customer of its own; the number distinguishes its name and e-mail. */
async function startNumbered(
  number: number,
  ...[t, options]: [Onboarding['t'], Parameters<typeof startOnboarding>[3]?]
) {
  const who = {
    company: `Doces da Vila ${number}`,
    email: `rita${number}@doces.test`,
    owner: nextNumber(),
    customer: nextNumber(),
  }
  const onboarding = await startOnboarding(harness, serving.port, { t, ...who }, options)
  onboardings.push(onboarding)
  return onboarding
}

describe('the onboarding of a company on a desktop in Portuguese', () => {
  let onboarding: Onboarding
  beforeAll(async () => {
    onboarding = await startNumbered(0, pt)
  })

  test('the company signs up and logs in', async () => {
    await signUp(onboarding)
    await openAccountMenu(onboarding.page)
    await onboarding.page.getByText('Olá, Rita Lopes').waitFor()
    await onboarding.page.getByText(/^Teste até \d/).waitFor()
    await onboarding.page.keyboard.press('Escape')
  })
  test('the first number is linked with the QR code on the screen', () => linkNumber(onboarding))
  test('text, picture and voice note of a customer are displayed and played', async () => {
    await receiveMessages(onboarding)
    const { page } = onboarding
    await bubble(page, 'igual a este').getByRole('button', { name: 'Abrir a imagem' }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  test('text, picture and voice note of the agent reach the customer and are marked as read', () =>
    sendReplies(onboarding))
  test('a lost network keeps the draft, and missed messages arrive afterwards', () => loseNetwork(onboarding))

  test('replies written while WhatsApp is unreachable are sent once after it is back', async () => {
    const { page, owner, customer } = onboarding
    const down = page.getByText('A conexão Vila está desconectada.')
    await harness.control.fault('refuse', 'cut')
    await harness.control.fault('drop', owner)
    await down.waitFor()
    await composer(onboarding).fill('ainda escrevendo')
    await writeAsCustomer(onboarding, 'Alô?')
    await down.waitFor()
    await composer(onboarding).press('Enter')
    await bubble(page, 'ainda escrevendo').getByRole('img', { name: 'Aguardando envio' }).waitFor()
    await harness.control.fault('clear')
    await harness.control.waitForMessage({ phone: customer, text: 'ainda escrevendo' })
    await bubble(page, 'Alô?').waitFor()
    await down.waitFor({ state: 'detached' })
    const received = await harness.control.inbox({ phone: customer })
    expect(received.filter(({ text }) => text === 'ainda escrevendo')).toHaveLength(1)
  })

  test('the ticket is closed, restored by undo, closed again and reopened', async () => {
    const { page, customer } = onboarding
    await closeTicket(onboarding)
    await button(page, 'Desfazer').click()
    await composer(onboarding).waitFor()
    await button(conversation(onboarding), 'Encerrar').click()
    await tab(onboarding, 'Encerrados').click()
    await row(page, customerName).getByRole('link').click()
    await page.getByText('Reabra para responder.').waitFor()
    await button(conversation(onboarding), 'Reabrir').first().click()
    await reply(onboarding, 'Voltei, Rosa.')
    await harness.control.waitForMessage({ phone: customer, text: 'Voltei, Rosa.' })
  })

  test('a person invited by a link chooses name and password on a phone and is in the team', async () => {
    const { page, proxy } = onboarding
    await page.goto(`${proxy.url}/users?invite`)
    await button(page, 'Criar link').click()
    const link = await page.getByLabel('Link do convite').textContent()
    await button(page, 'Pronto').click()
    const guest = await (await harness.newContext(phone)).newPage()
    await guest.goto(`${serving.url}/invite${new URL(link!).hash}`)
    await guest.getByRole('heading', { name: 'Entre na equipe de Doces da Vila 0' }).waitFor()
    await guest.getByLabel('Seu nome').fill('Nina Reis')
    await guest.getByLabel('E-mail').fill('nina@doces.test')
    await guest.getByLabel('Senha', { exact: true }).fill('nove violoncelos')
    await button(guest, 'Entrar na equipe').click()
    await guest.waitForURL(/tickets/)
    await page.getByRole('row', { name: /Nina Reis/ }).waitFor()
    await page.getByRole('region', { name: 'Convites abertos' }).waitFor({ state: 'detached' })
  })
})

// Concurrent, because an onboarding mostly waits.
describe('the onboarding of a company', () => {
  const others = [
    ['on a phone', pt, phone],
    ['in English', en, { locale: 'en-GB' }],
    ['in Spanish', es, { locale: 'es-AR' }],
  ] as const
  for (const [index, [where, t, options]] of others.filter((_, position) => hasTurn(position)).entries())
    test.concurrent(`${where} succeeds without horizontal scrolling`, async () => {
      const onboarding = await startNumbered(index + 1, t, options)
      for (const step of [signUp, linkNumber, receiveMessages, sendReplies, loseNetwork, closeTicket]) {
        await step(onboarding)
        expect([step.name, await horizontalOverflow(onboarding.page)]).toEqual([step.name, 0])
      }
    })
})
