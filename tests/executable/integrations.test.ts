import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { Control } from '../../emulator/control-client'
import { startDialogflow } from '../../emulator/dialogflow/server'
import { type Block, paragraph } from '../../emulator/typebot/bot'
import { startTypebot, type TypebotDouble, type TypebotFault } from '../../emulator/typebot/server'
import { png } from '../sample-files'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'
import { cleanUp, serve, signIn } from './balcao'

/** Number of the company on the simulated WhatsApp. */
const owner = '5511911110077'
const failedText = 'Não consegui continuar por aqui. Uma pessoa vai responder em breve.'

interface Row {
  id: number
  status: string
  qrcode: string
  chatbot: boolean
  queueId: number | null
  contact: { number: string }
}
type Answer = { [K in 'whatsapps' | 'tickets']: Row[] } & Row & { newSecret?: string; failure: string | null }

let control: Control
let request: (method: string, path: string, body?: unknown) => Promise<Answer>
let connectionId: number
const stops: (() => unknown)[] = []

/** One linked number for all conversations; the operator allows 127.0.0.1, where the stand-ins listen. */
beforeAll(async () => {
  const simulated = await startSimulatedWhatsApp()
  control = simulated.control
  await control.addOwner({ number: owner, name: 'Loja' })
  const serving = await serve({ ...simulated.env, BALCAO_INTERNAL_HOSTS: '127.0.0.1' })
  const authorization = `Bearer ${await signIn(serving)}`
  request = async (method, path, body) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${serving.url}/api${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    } as object)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  connectionId = (await request('POST', '/whatsapp', { name: 'Loja', isDefault: true })).id
  const connection = async () => (await request('GET', '/whatsapp')).whatsapps.find(({ id }) => id === connectionId)
  await control.scan({ owner, qr: await until('a QR code', async () => (await connection())?.qrcode) })
  await until('the connection', async () => (await connection())?.status === 'CONNECTED')
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await cleanUp()
})

let names = 0
/** Creates an integration and lets it answer the connection. */
async function use(input: object) {
  const integration = await request('POST', '/queueIntegration', { name: `Programa ${++names}`, ...input })
  await request('PUT', `/whatsapp/${connectionId}`, { integrationId: integration.id })
  return integration
}

/** A new customer who writes to the company. */
async function createCustomer() {
  const { number } = await control.addCustomer({ name: 'Maria' })
  const ticket = async () =>
    (
      await Promise.all(
        ['pending', 'open', 'closed'].map((status) => request('GET', `/tickets?status=${status}&showAll=true`)),
      )
    )
      .flatMap(({ tickets }) => tickets)
      .find(({ contact }) => contact.number === number) as Row
  return {
    ticket,
    write: (content: string) => control.send({ from: number, to: owner, content }),
    /** Waits for a message with this text. */
    gets: (contains: string) => control.waitForMessage({ phone: number, contains }),
    getsPicture: () => control.waitForMessage({ phone: number, kind: 'image' }),
    /** Texts that reached the phone, oldest first. */
    texts: async () => (await control.thread({ phone: number })).filter(({ mine }) => !mine).map(({ text }) => text),
    isWith: (what: string, check: (row: Row) => boolean) =>
      until(what, async () => {
        const row = await ticket()
        return row && check(row)
      }),
  }
}

const say = (text: string): Block => ({ type: 'text', richText: [paragraph(text)] })

function useTypebot(blocks: Block[], changes: object = {}) {
  const double: TypebotDouble = startTypebot({ bots: { loja: blocks } })
  stops.push(double.stop)
  const address = { urlN8N: double.url, typebotSlug: 'loja', typebotDelayMessage: 50 }
  return { double, ready: use({ type: 'typebot', ...address, ...changes }) }
}

describe('a typebot', () => {
  test('greets, offers choices, sends a picture, and hands over to a queue', async () => {
    const queue = await request('POST', '/queue', { name: 'Vendas', color: '#123456' })
    const files = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(png()) })
    stops.push(() => files.stop(true))
    const { ready } = useTypebot([
      say('Olá, {{pushName}}!'),
      { type: 'choice input', items: ['Cardápio', 'Pessoa'], goTo: { Pessoa: 'pessoa' } },
      { type: 'image', url: `http://127.0.0.1:${files.port}/cardapio.png` },
      { type: 'choice input', items: ['Voltar', 'Pessoa'] },
      { type: 'label', name: 'pessoa' },
      say('Vou chamar alguém.'),
      say(`#{"queueId": ${queue.id}}`),
    ])
    await ready
    const maria = await createCustomer()
    await maria.write('Oi')
    await maria.gets('Olá, Maria!')
    await maria.gets('*[ 2 ]* - Pessoa')
    await maria.write('1')
    await maria.getsPicture()
    await maria.write('pessoa')
    await maria.gets('Vou chamar alguém.')
    await maria.isWith('the queue', ({ queueId, status }) => queueId === queue.id && status === 'pending')
    expect((await maria.texts()).join('\n')).not.toContain('#{')
  })

  test.each<[string, TypebotFault[], string]>([
    ['two answers with 500', [{ status: 500 }, { status: 500 }], 'status 500'],
    ['ten megabytes', [{ body: 'x'.repeat(10 * 1024 * 1024), type: 'application/json' }], 'tooLarge'],
    ['a page of HTML', [{ body: '<!doctype html>', type: 'text/html' }], 'answer 200'],
    ['a redirect into the private network', [{ location: 'http://10.0.0.1/' }], 'address'],
    ['no answer at all', ['silence'], 'timeout'],
  ])('that gives %s: the customer gets one text and people answer', async (_, faults, failure) => {
    const { double, ready } = useTypebot([say('Olá!'), { type: 'text input' }, say('Obrigado.')])
    const { id } = await ready
    double.failNext(...faults)
    const maria = await createCustomer()
    await maria.write('Oi')
    await maria.gets(failedText)
    await maria.isWith('people', ({ chatbot, status }) => !chatbot && status === 'pending')
    expect((await request('GET', `/queueIntegration/${id}`)).failure).toBe(failure)
    await maria.write('Tem alguém aí?')
    await request('PUT', `/tickets/${(await maria.ticket()).id}`, { status: 'open' })
    await request('POST', `/messages/${(await maria.ticket()).id}`, { body: 'Sou eu, Ana.' })
    await maria.gets('Sou eu, Ana.')
    expect(await maria.texts()).toEqual([failedText, 'Sou eu, Ana.'])
  })

  test('is slow, and an agent who accepts in the middle is the only one to answer', async () => {
    const { double, ready } = useTypebot([say('Tarde demais.'), { type: 'text input' }])
    await ready
    const release = double.hold()
    const maria = await createCustomer()
    await maria.write('Oi')
    await until('the request', () => double.requests.length > 0)
    const { id } = await maria.ticket()
    await request('PUT', `/tickets/${id}`, { status: 'open' })
    release()
    await request('POST', `/messages/${id}`, { body: 'Bom dia!' })
    await maria.gets('Bom dia!')
    await maria.write('Oi, Ana.')
    await request('POST', `/messages/${id}`, { body: 'Como posso ajudar?' })
    await maria.gets('Como posso ajudar?')
    expect(await maria.texts()).toEqual(['Bom dia!', 'Como posso ajudar?'])
    expect(double.requests).toHaveLength(1)
  })
})

test('a Dialogflow agent answers and ends the conversation', async () => {
  const texts = (text: string) => ({ fulfillmentMessages: [{ text: { text: [text] } }] })
  const intents = {
    oi: texts('Olá! Em que posso ajudar?'),
    tchau: { ...texts('Até logo!'), diagnosticInfo: { end_conversation: true } },
  }
  const double = startDialogflow({ project: 'loja', intents })
  stops.push(double.stop)
  await use({ type: 'dialogflow', projectName: 'loja', urlN8N: double.url, jsonContent: double.jsonKey })
  const maria = await createCustomer()
  await maria.write('Oi')
  await maria.gets('Em que posso ajudar?')
  await maria.write('xyz')
  await maria.gets('Não consegui entender sua dúvida.')
  await maria.write('tchau')
  await maria.gets('Até logo!')
  await maria.isWith('people', ({ chatbot }) => !chatbot)
})

/** A receiver that answers with these bodies in their order. */
function startReceiver(answers: (object | number)[]) {
  const received: { body: string; headers: Headers }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(given) {
      received.push({ body: await given.text(), headers: given.headers })
      const answer = answers[received.length - 1] ?? {}
      return typeof answer === 'number' ? new Response('', { status: answer }) : Response.json(answer)
    },
  })
  stops.push(() => server.stop(true))
  return { received, url: `http://127.0.0.1:${server.port}/` }
}

test.each(['n8n', 'webhook'])('%s receives signed messages, answers, and closes the ticket', async (type) => {
  const { received, url } = startReceiver([
    { messages: ['Qual o número do pedido?'] },
    { messages: ['Já saiu.'], action: { type: 'close' } },
  ])
  const { newSecret } = await use({ type, urlN8N: url })
  const maria = await createCustomer()
  await maria.write('Cadê meu pedido?')
  await maria.gets('Qual o número do pedido?')
  await maria.write('42')
  await maria.gets('Já saiu.')
  await maria.isWith('the close', ({ status }) => status === 'closed')
  expect(received.map(({ body }) => JSON.parse(body).message.body)).toEqual(['Cadê meu pedido?', '42'])
  for (const { body, headers } of received) {
    const signature = createHmac('sha256', newSecret as string).update(`${headers.get('x-timestamp')}.${body}`)
    expect(headers.get('x-signature')).toBe(`sha256=${signature.digest('hex')}`)
  }
})

test('an n8n workflow that fails: the customer gets one text and people answer', async () => {
  const { received, url } = startReceiver([500, 500])
  await use({ type: 'n8n', urlN8N: url })
  const maria = await createCustomer()
  await maria.write('Oi')
  await maria.gets(failedText)
  await maria.isWith('people', ({ chatbot, status }) => !chatbot && status === 'pending')
  expect(received).toHaveLength(1)
})
