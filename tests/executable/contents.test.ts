import { afterEach, beforeAll, expect, test } from 'bun:test'
import type { Control } from '../../emulator/control-client'
import type { Message } from '../../src/features/inbox/messages/model'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'
import { cleanUp, serve, signIn } from './balcao'

afterEach(cleanUp)

const owner = '5511911110001'
let control: Control
let whatsapp: Record<string, string>

beforeAll(async () => {
  const simulated = await startSimulatedWhatsApp()
  control = simulated.control
  whatsapp = simulated.env
  await control.addOwner({ number: owner, name: 'Loja' })
})

/** Starts a server with a linked number, and returns requests to it. */
async function serveLinked() {
  const server = await serve(whatsapp)
  const headers = { authorization: `Bearer ${await signIn(server)}`, 'content-type': 'application/json' }
  const request = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${server.url}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const { id } = await request<{ id: number }>('POST', '/whatsapp', { name: 'Loja', isDefault: true })
  const connection = async () =>
    (await request<{ whatsapps: { id: number; qrcode: string; status: string }[] }>('GET', '/whatsapp')).whatsapps.find(
      (row) => row.id === id,
    )
  await request('POST', `/whatsappsession/${id}`).catch(() => {}) // refused if the session has started already
  await control.scan({ owner, qr: await until('a QR code', async () => (await connection())?.qrcode) })
  await until('the connection', async () => (await connection())?.status === 'CONNECTED')
  return { server, request }
}

test('the executable shows, finds and counts what customers send beyond texts, and applies encrypted edits', async () => {
  const { server, request } = await serveLinked()
  const ana = await control.addCustomer({ name: 'Ana', addressing: 'lid' })
  const send = async (content: Parameters<Control['send']>[0]['content']) =>
    (await control.send({ from: ana.number, to: owner, content })).id

  const order = await send('Quero 2 bolos')
  const ticket = await until(
    'a ticket',
    async () => (await request<{ tickets: { id: number }[] }>('GET', '/tickets?status=pending')).tickets[0],
  )
  const messageOf = async (waId: string) =>
    (await request<{ messages: Message[] }>('GET', `/messages/${ticket.id}`)).messages.find(
      (message) => message.waId === waId,
    )
  await send({ edit: order, text: 'Quero 20 bolos', encrypted: true })
  await until('the edit', async () => (await messageOf(order))?.body === 'Quero 20 bolos')
  expect(await messageOf(order)).toMatchObject({ isEdited: true })

  const closed = await send('Pode ser hoje?')
  const targetMessageKey = { id: closed, fromMe: true, remoteJid: `${owner}@s.whatsapp.net` }
  await send({ raw: { secretEncryptedMessage: { targetMessageKey, secretEncType: 2 } } })
  await until('the mark', async () => (await messageOf(closed))?.detail?.onPhone === 'edit')

  const poll = await send({ poll: 'Qual sabor?', options: ['Chocolate', 'Morango'] })
  await send({ vote: poll, options: ['Morango'] })
  await until('the vote', async () => (await messageOf(poll))?.detail?.poll?.voters === 1)
  expect(await messageOf(poll)).toMatchObject({
    body: 'Qual sabor?\n○ Chocolate\n○ Morango',
    detail: { poll: { options: [{ votes: 0 }, { votes: 1 }] } },
  })

  const hydratedButtons = [{ urlButton: { displayText: 'Pagar', url: 'https://pague.test/zebra' } }]
  const hydratedTemplate = { hydratedTitleText: 'Fatura', hydratedContentText: 'Venceu', hydratedButtons }
  const template = await send({ raw: { templateMessage: { hydratedTemplate } } })
  await send({ unknown: 250 })
  await until('the template', () => messageOf(template))
  expect(await messageOf(template)).toMatchObject({ body: 'Fatura\nVenceu\nPagar: https://pague.test/zebra' })
  for (const [words, waId] of [
    ['zebra', template],
    ['morango', poll],
  ] as const) {
    const found = await request<{ messages: { message: Message }[] }>('GET', `/search?q=${words}`)
    expect(found.messages.map(({ message }) => message.waId)).toEqual([waId])
  }
  const metrics = () => server.get('/metrics').then((answer) => answer.text())
  await until('the count', async () => (await metrics()).includes('balcao_messages_not_shown{kind="unknown"} 1'))
  expect(await server.stop()).toBe(0)
})
