import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Control } from '../../emulator/control-client'
import { startOpenAi } from '../../emulator/openai/server'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'
import { cleanUp, serve, signIn } from './balcao'

/** Number of the company on the simulated WhatsApp. */
const owner = '5511911110007'
const key = 'sk-proj-0123456789abcdef'
const service = startOpenAi({ keys: [key] })
let control: Control
let env: Record<string, string>

beforeAll(async () => {
  const simulated = await startSimulatedWhatsApp()
  control = simulated.control
  env = { ...simulated.env, BALCAO_INTERNAL_HOSTS: new URL(service.url).host }
  await control.addOwner({ number: owner, name: 'Padaria' })
})
afterEach(cleanUp)
afterAll(() => service.stop())

interface Row {
  id: number
  status: string
  qrcode: string
  queueId: number | null
  chatbot: boolean
  keyRefusedAt: string | null
  outcome: string
  contact: { number: string }
}
type Answer = { [K in 'whatsapps' | 'tickets' | 'prompts' | 'calls']: Row[] } & Row & { tokens: number }

test('a prompt answers, hands over, falls silent for an agent, and stops at a refused key and at the budget', async () => {
  const serving = await serve(env)
  const authorization = `Bearer ${await signIn(serving)}`
  const request = async (method: string, path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${serving.url}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const queue = await request('POST', '/queue', { name: 'Balcão', color: '#0f766e' })
  const text = 'Você atende a Padaria Aurora. Abrimos de segunda a sábado, das 6h às 20h. O bolo custa 30 reais.'
  const numbers = { maxTokens: 100, temperature: 0.5, maxMessages: 10 }
  const prompt = await request('POST', '/prompt', {
    ...{ name: 'Assistente', prompt: text, model: 'gpt-4o-mini', apiKey: key, baseUrl: service.url },
    ...{ ...numbers, queueId: queue.id },
  })
  const { id } = await request('POST', '/whatsapp', { name: 'Loja', isDefault: true, promptId: prompt.id })
  const connection = async () => (await request('GET', '/whatsapp')).whatsapps.find((row) => row.id === id) as Row
  await request('POST', `/whatsappsession/${id}`).catch(() => {}) // refused if the session has started already
  await control.scan({ owner, qr: await until('a QR code', async () => (await connection()).qrcode) })
  await until('the connection', async () => (await connection()).status === 'CONNECTED')

  const add = async (name: string) => (await control.addCustomer({ name })).number
  const ticketOf = (number: string, fits: (ticket: Row) => boolean) =>
    until(`a ticket of ${number}`, async () => {
      const { tickets } = await request('GET', '/tickets?status=pending&showAll=true')
      return tickets.find((ticket) => ticket.contact.number === number && fits(ticket))
    })
  const waitsForPeople = (ticket: Row) => ticket.queueId === queue.id && !ticket.chatbot
  const ask = (from: string, content: string) => control.send({ from, to: owner, content })
  const textsOf = async (phone: string) =>
    (await control.thread({ phone })).filter(({ mine }) => !mine).map((one) => one.text)

  const ana = await add('Ana')
  await ask(ana, 'Oi')
  await ask(ana, 'Quanto custa o bolo?')
  await control.waitForMessage({ phone: ana, contains: 'O bolo custa 30 reais.' })
  expect(
    service.chats
      .at(-1)
      ?.messages.slice(1)
      .map(({ content }) => content),
  ).toEqual(['Oi', 'Quanto custa o bolo?'])
  await ask(ana, 'Quero falar com um atendente')
  await ticketOf(ana, waitsForPeople)

  const bia = await add('Bia')
  const release = service.hold()
  const asked = service.chats.length
  await ask(bia, 'Vocês abrem no sábado?')
  await until('the call', async () => (await request('GET', '/prompt/calls')).calls[0]?.outcome === 'started')
  const ticket = await ticketOf(bia, () => true)
  await request('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  release()
  await until('its end', async () => (await request('GET', '/prompt/calls')).calls[0]?.outcome === 'answered')
  expect(service.chats.length).toBe(asked + 1)
  expect(await textsOf(bia)).toEqual([])

  await request('PUT', `/prompt/${prompt.id}`, { apiKey: 'sk-wrong-9876543210' })
  const caio = await add('Caio')
  await ask(caio, 'Vocês abrem no sábado?')
  // A ticket waits for people also before its prompt begins, so the refusal is waited for.
  await until('the refusal', async () => (await request('GET', `/prompt/${prompt.id}`)).keyRefusedAt !== null)
  await ticketOf(caio, waitsForPeople)
  await until('the text about the failure', async () => (await textsOf(caio)).length > 0)
  expect(await textsOf(caio)).toEqual(['Não consegui continuar por aqui. Uma pessoa vai responder em breve.'])

  await request('PUT', `/prompt/${prompt.id}`, { apiKey: key })
  await request('PUT', '/settings/aiMonthlyTokens', { value: String((await request('GET', '/prompt/usage')).tokens) })
  const davi = await add('Davi')
  await ask(davi, 'Vocês abrem no sábado?')
  await until('its end', async () => (await request('GET', '/prompt/calls')).calls[0]?.outcome === 'budget')
  await ticketOf(davi, waitsForPeople)
  const { calls } = await request('GET', '/prompt/calls')
  expect(calls.map(({ outcome }) => outcome)).toEqual(['budget', 'keyRefused', 'answered', 'transferred', 'answered'])
})
