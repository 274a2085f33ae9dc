import { afterEach, beforeAll, expect, test } from 'bun:test'
import { createSample } from '../../emulator/control/samples'
import type { Control } from '../../emulator/control-client'
import { soundFile } from '../sample-files'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'
import { cleanUp, serve, signIn } from './balcao'

afterEach(cleanUp)

/** Number of the company on the simulated WhatsApp, which runs in a process of its own. */
const owner = '5511911110001'
let control: Control
let whatsapp: Record<string, string>

beforeAll(async () => {
  const simulated = await startSimulatedWhatsApp()
  control = simulated.control
  // This WhatsApp refuses the version built into the executable as too old; the environment names a newer one.
  const revision = 1_900_000_000
  whatsapp = { ...simulated.env, BALCAO_WHATSAPP_VERSION: `2.3000.${revision}` }
  await control.fault('tooOld', revision)
  await control.addOwner({ number: owner, name: 'Loja' })
})

interface Row {
  id: number
  status: string
  qrcode: string
  body: string
  mediaStatus: string | null
  mediaUrl: string | null
}

test('the executable links a number, exchanges texts and pictures, and receives missed messages after kill -9', async () => {
  const serving = await serve(whatsapp)
  const client = async (server: typeof serving) => {
    const authorization = `Bearer ${await signIn(server)}`
    return async (method: string, path: string, body?: unknown) => {
      const headers = { authorization, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) }
      const given = body instanceof FormData ? body : JSON.stringify(body)
      const answer = await fetch(`${server.url}/api${path}`, {
        method,
        headers,
        body: body === undefined ? undefined : given,
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as { [K in 'whatsapps' | 'tickets' | 'messages']: Row[] } & Row
    }
  }
  let request = await client(serving)

  const { id } = await request('POST', '/whatsapp', { name: 'Loja', isDefault: true })
  const connection = async () => (await request('GET', '/whatsapp')).whatsapps.find((row) => row.id === id) as Row
  await request('POST', `/whatsappsession/${id}`).catch(() => {}) // refused if the session has started already
  const qr = await until('a QR code', async () => (await connection()).qrcode)
  await control.scan({ owner, qr })
  await until('the connection', async () => (await connection()).status === 'CONNECTED')

  const ana = await control.addCustomer({ name: 'Ana', addressing: 'lid' })
  await control.send({ from: ana.number, to: owner, content: 'Oi, vocês entregam?' })
  const ticket = await until('a ticket', async () => (await request('GET', '/tickets?status=pending')).tickets[0])
  await request('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  await request('POST', `/messages/${ticket.id}`, { body: 'Entregamos, sim!' })
  await control.waitForMessage({ phone: ana.number, contains: 'Entregamos, sim!' })

  await control.send({ from: ana.number, to: owner, content: { image: { sample: 'photo' }, caption: 'este' } })
  const messages = async () => (await request('GET', `/messages/${ticket.id}`)).messages
  const picture = await until('the picture', async () =>
    (await messages()).find(({ mediaStatus }) => mediaStatus === 'ready'),
  )
  const shown = await serving.get(picture.mediaUrl as string)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])

  const form = new FormData()
  form.set('body', 'o catálogo')
  form.append(
    'medias',
    new File([createSample('photo').bytes as Uint8Array<ArrayBuffer>], 'catalogo.png', { type: 'image/png' }),
  )
  await request('POST', `/messages/${ticket.id}`, form)
  await control.waitForMessage({ phone: ana.number, kind: 'image' })

  const voice = new FormData()
  voice.set('voice', 'true')
  voice.append('medias', new File([await soundFile('safari.mp4')], 'voice.m4a', { type: 'audio/mp4' }))
  await request('POST', `/messages/${ticket.id}`, voice)
  const note = await control.waitForMessage({ phone: ana.number, kind: 'audio' })
  expect(note.media).toMatchObject({ voiceNote: true, seconds: 2, mimetype: 'audio/ogg; codecs=opus' })

  expect(await serving.stop('SIGKILL')).not.toBe(0)
  const { id: missed } = await control.send({ from: ana.number, to: owner, content: 'ainda aí?' })
  const again = await serve({ ...whatsapp, BALCAO_DATA_DIR: serving.dataDir })
  request = await client(again)
  await until('the missed message', async () => (await messages()).some(({ body }) => body === 'ainda aí?'))
  await control.waitForStage({ phone: ana.number, id: missed, stage: 'delivered' })
  expect((await messages()).filter(({ body }) => body === 'Entregamos, sim!')).toHaveLength(1)
  expect(await again.stop()).toBe(0)
})
