import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import * as en from '../../ui/i18n/en/all'
import * as es from '../../ui/i18n/es/all'
import * as pt from '../../ui/i18n/pt/all'
import { cleanUp, type Serving, serve } from '../executable/balcao'
import { type Harness, openHarness, phone } from './harness'
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
import { bubble, button, horizontalOverflow, row } from './screen'

/** A company from its sign-up to the first conversation closed and reopened, as its owner and a customer see it. */

let harness: Harness
let serving: Serving
const onboardings: Onboarding[] = []

beforeAll(async () => {
  harness = await openHarness()
  serving = await serve({ ...harness.whatsapp, BALCAO_LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  await harness.close()
  for (const { proxy } of onboardings) proxy.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

/** Everybody has a company and a customer of their own: the day by its number. */
async function startNumbered(
  number: number,
  ...[t, options]: [Onboarding['t'], Parameters<typeof startOnboarding>[3]?]
) {
  const who = {
    company: `Doces da Vila ${number}`,
    email: `rita${number}@doces.test`,
    owner: `551191111007${number}`,
    customer: `551198765007${number}`,
  }
  const onboarding = await startOnboarding(harness, serving.port, { t, ...who }, options)
  onboardings.push(onboarding)
  return onboarding
}

describe('at a desk, in Portuguese', () => {
  let onboarding: Onboarding
  beforeAll(async () => {
    onboarding = await startNumbered(0, pt)
  })

  test('a company signs up and logs in', async () => {
    await signUp(onboarding)
    await onboarding.page.getByText('Olá, Doces da Vila').waitFor()
  })
  test('the first number is linked by a code read off the screen', () => linkNumber(onboarding))
  test('a customer writes, is accepted, and what they sent is seen and heard', async () => {
    await receiveMessages(onboarding)
    const { page } = onboarding
    await bubble(page, 'igual a este').getByRole('button', { name: 'Abrir a imagem' }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  test('text, picture and voice note reach the customer, and their ticks turn to read', () => sendReplies(onboarding))
  test('without network nothing written is lost, and what was missed comes in', () => loseNetwork(onboarding))

  test('while the line to WhatsApp is down, answers wait and leave once it is back', async () => {
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

  test('the conversation is closed, taken back, closed again and reopened', async () => {
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
})

// At the same time, since most of a day is waiting.
describe('the same day', () => {
  const others = [
    ['on a telephone', pt, phone],
    ['in English', en, { locale: 'en-GB' }],
    ['in Spanish', es, { locale: 'es-AR' }],
  ] as const
  for (const [index, [where, t, options]] of others.entries())
    test.concurrent(where, async () => {
      const onboarding = await startNumbered(index + 1, t, options)
      for (const step of [signUp, linkNumber, receiveMessages, sendReplies, loseNetwork, closeTicket]) {
        await step(onboarding)
        expect([step.name, await horizontalOverflow(onboarding.page)]).toEqual([step.name, 0])
      }
    })
})
