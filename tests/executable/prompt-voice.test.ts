import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Control } from '../../emulator/control-client'
import { startOpenAi } from '../../emulator/openai/server'
import { startSpeech } from '../../emulator/speech/server'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'
import { cleanUp, type Serving, serve, signIn, temporaryDirectory } from './balcao'

/** Number of the company on the simulated WhatsApp. */
const owner = '5511911110017'
const key = 'sk-proj-0123456789abcdef'
const voiceKey = 'azure-0123456789abcdef'
const service = startOpenAi({ keys: [key] })
const speech = startSpeech({ keys: { brazilsouth: voiceKey } })
let control: Control
let env: Record<string, string>

beforeAll(async () => {
  const simulated = await startSimulatedWhatsApp()
  control = simulated.control
  const hosts = [service.url, speech.url.replace('{region}', '')].map((url) => new URL(url).host)
  env = { ...simulated.env, BALCAO_INTERNAL_HOSTS: hosts.join(), BALCAO_SPEECH_URL: speech.url }
  await control.addOwner({ number: owner, name: 'Padaria' })
})
afterEach(cleanUp)
afterAll(async () => {
  await service.stop()
  await speech.stop()
})

interface Row {
  id: number
  status: string
  qrcode: string
  body: string
  mediaType: string
  mediaUrl: string | null
  fromMe: boolean
  voiceKeyRefusedAt: string | null
  audio: string
  kind: string
  outcome: string
  characters: number
  contact: { number: string }
}
type Answer = { [K in 'whatsapps' | 'tickets' | 'calls' | 'messages']: Row[] } & Row

/** Client of a server's API as its first user. */
async function clientOf(serving: Serving) {
  const authorization = `Bearer ${await signIn(serving)}`
  return async (method: string, path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${serving.url}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

test('a prompt answers with a voice note; a refused key and a kill during the call give its text, once', async () => {
  const dataDir = temporaryDirectory()
  const serving = await serve({ ...env, BALCAO_DATA_DIR: dataDir })
  const request = await clientOf(serving)
  const queue = await request('POST', '/queue', { name: 'Balcão', color: '#0f766e' })
  const francisca = { voice: 'pt-BR-FranciscaNeural', voiceRegion: 'brazilsouth', voiceKey }
  const heard = await request('POST', '/prompt/test-voice', francisca)
  expect(Buffer.from(heard.audio, 'base64').subarray(0, 4).toString()).toBe('OggS')
  const text = 'Você atende a Padaria Aurora. Abrimos de segunda a sábado, das 6h às 20h. O bolo custa 30 reais.'
  const prompt = await request('POST', '/prompt', {
    ...{ name: 'Assistente', prompt: text, model: 'gpt-4o-mini', apiKey: key, baseUrl: service.url },
    ...{ maxTokens: 100, temperature: 0.5, maxMessages: 10, queueId: queue.id, ...francisca },
  })
  const { id } = await request('POST', '/whatsapp', { name: 'Loja', isDefault: true, promptId: prompt.id })
  const connection = async () => (await request('GET', '/whatsapp')).whatsapps.find((row) => row.id === id) as Row
  await request('POST', `/whatsappsession/${id}`).catch(() => {}) // refused if the session has started already
  await control.scan({ owner, qr: await until('a QR code', async () => (await connection()).qrcode) })
  await until('the connection', async () => (await connection()).status === 'CONNECTED')

  const ask = async (name: string, content: string) => {
    const { number } = await control.addCustomer({ name })
    await control.send({ from: number, to: owner, content })
    return number
  }
  const received = async (phone: string) => (await control.thread({ phone })).filter(({ mine }) => !mine)
  const answers = (phone: string) =>
    until(`an answer to ${phone}`, async () => {
      const all = await received(phone)
      return all.length > 0 && all
    })

  service.sayNext('O *bolo* custa 30 reais.')
  const ana = await ask('Ana', 'Quanto custa o bolo?')
  const [note, ...more] = await answers(ana)
  expect(more).toEqual([])
  expect(note).toMatchObject({ kind: 'audio', media: { voiceNote: true, mimetype: 'audio/ogg; codecs=opus' } })
  expect(note?.text ?? '').toBe('')
  expect(speech.spoken.at(-1)?.words).toBe('O bolo custa 30 reais.')
  const { tickets } = await request('GET', '/tickets?status=pending&showAll=true')
  const ticket = tickets.find(({ contact }) => contact.number === ana) as Row
  const { messages } = await request('GET', `/messages/${ticket.id}`)
  const spoken = messages.find(({ fromMe }) => fromMe)
  expect(spoken).toMatchObject({ body: 'O *bolo* custa 30 reais.', mediaType: 'audio' })
  const file = await serving.get(spoken?.mediaUrl as string)
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('OggS')

  await request('PUT', `/prompt/${prompt.id}`, { voiceKey: 'azure-wrong-9876543210' })
  service.sayNext('Sim, das 6h às 20h.')
  const bia = await ask('Bia', 'Vocês abrem no sábado?')
  expect((await answers(bia)).map((one) => one.text)).toEqual(['Sim, das 6h às 20h.'])
  expect((await request('GET', `/prompt/${prompt.id}`)).voiceKeyRefusedAt).not.toBeNull()

  await request('PUT', `/prompt/${prompt.id}`, { voiceKey })
  const release = speech.hold()
  const before = speech.requests()
  service.sayNext('Aceitamos Pix.')
  const caio = await ask('Caio', 'Aceitam Pix?')
  await until('the call', async () => speech.requests() > before)
  await serving.stop('SIGKILL')
  release()
  const again = await serve({ ...env, BALCAO_DATA_DIR: dataDir })
  expect((await answers(caio)).map((one) => one.text)).toEqual(['Aceitamos Pix.'])
  expect(speech.requests() - before).toBe(1)
  const { calls } = await (await clientOf(again))('GET', '/prompt/calls')
  expect(calls.map(({ kind, outcome, characters }) => [kind, outcome, characters])).toEqual([
    ['speech', 'started', 14],
    ['chat', 'answered', 0],
    ['speech', 'keyRefused', 19],
    ['chat', 'answered', 0],
    ['speech', 'answered', 22],
    ['chat', 'answered', 0],
    ['speechTest', 'answered', 54],
  ])
})
