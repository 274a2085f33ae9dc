import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import * as en from '../../ui/i18n/en/all'
import * as es from '../../ui/i18n/es/all'
import * as pt from '../../ui/i18n/pt/all'
import { cleanUp, type Serving, serve } from '../executable/balcao'
import {
  answer,
  beginDay,
  close,
  composer,
  conversation,
  customerName,
  type FirstDay,
  link,
  loseNetwork,
  receive,
  say,
  signUp,
  tab,
  write,
} from './first-day'
import { bubble, button, overflow, row } from './screen'
import { openStage, phone, type Stage } from './stage'

/** A company from its sign-up to the first conversation closed and reopened, as its owner and a customer see it. */

let stage: Stage
let serving: Serving
const days: FirstDay[] = []

beforeAll(async () => {
  stage = await openStage()
  serving = await serve({ ...stage.whatsapp, BALCAO_LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  await stage.end()
  for (const { line } of days) line.end()
  await cleanUp()
})
afterEach(() => expect(stage.problems.splice(0)).toEqual([]))

/** Everybody has a company and a customer of their own: the day by its number. */
async function begin(number: number, ...[t, options]: [FirstDay['t'], Parameters<typeof beginDay>[3]?]) {
  const who = {
    company: `Doces da Vila ${number}`,
    email: `rita${number}@doces.test`,
    owner: `551191111007${number}`,
    customer: `551198765007${number}`,
  }
  const day = await beginDay(stage, serving.port, { t, ...who }, options)
  days.push(day)
  return day
}

describe('at a desk, in Portuguese', () => {
  let day: FirstDay
  beforeAll(async () => {
    day = await begin(0, pt)
  })

  test('a company signs up and logs in', async () => {
    await signUp(day)
    await day.page.getByText('Olá, Doces da Vila').waitFor()
  })
  test('the first number is linked by a code read off the screen', () => link(day))
  test('a customer writes, is accepted, and what they sent is seen and heard', async () => {
    await receive(day)
    const { page } = day
    await bubble(page, 'igual a este').getByRole('button', { name: 'Abrir a imagem' }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  test('text, picture and voice note reach the customer, and their ticks turn to read', () => answer(day))
  test('without network nothing written is lost, and what was missed comes in', () => loseNetwork(day))

  test('while the line to WhatsApp is down, answers wait and leave once it is back', async () => {
    const { page, owner, customer } = day
    const down = page.getByText('A conexão Vila está desconectada.')
    await stage.control.fault('refuse', 'cut')
    await stage.control.fault('drop', owner)
    await down.waitFor()
    await composer(day).fill('ainda escrevendo')
    await write(day, 'Alô?')
    await down.waitFor()
    await composer(day).press('Enter')
    await bubble(page, 'ainda escrevendo').getByRole('img', { name: 'Aguardando envio' }).waitFor()
    await stage.control.fault('clear')
    await stage.control.waitForMessage({ phone: customer, text: 'ainda escrevendo' })
    await bubble(page, 'Alô?').waitFor()
    await down.waitFor({ state: 'detached' })
    const received = await stage.control.inbox({ phone: customer })
    expect(received.filter(({ text }) => text === 'ainda escrevendo')).toHaveLength(1)
  })

  test('the conversation is closed, taken back, closed again and reopened', async () => {
    const { page, customer } = day
    await close(day)
    await button(page, 'Desfazer').click()
    await composer(day).waitFor()
    await button(conversation(day), 'Encerrar').click()
    await tab(day, 'Encerrados').click()
    await row(page, customerName).getByRole('link').click()
    await page.getByText('Reabra para responder.').waitFor()
    await button(conversation(day), 'Reabrir').first().click()
    await say(day, 'Voltei, Rosa.')
    await stage.control.waitForMessage({ phone: customer, text: 'Voltei, Rosa.' })
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
      const day = await begin(index + 1, t, options)
      for (const step of [signUp, link, receive, answer, loseNetwork, close]) {
        await step(day)
        expect([step.name, await overflow(day.page)]).toEqual([step.name, 0])
      }
    })
})
