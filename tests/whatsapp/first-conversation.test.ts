import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newMessageId } from '../../src/whatsapp/sessions'
import { createWorld, link, until, type World } from './world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

test('a number linked by QR code receives a customer’s message and answers it', async () => {
  const owner = await link(world)
  const ana = world.emulator.customer('5511922220001', { name: 'Ana' })
  const sent = await ana.send(owner, 'Oi')
  const heard = await until('the message', () => world.host.messages.find(({ waId }) => waId === sent.id))
  expect(heard).toMatchObject({ body: 'Oi', pushName: 'Ana', fromMe: false, chat: { number: '5511922220001' } })
  const waId = newMessageId()
  await world.whatsapp.send(world.connection, { waId, jid: heard.chat.jid, content: { type: 'text', body: 'Olá' } })
  await ana.inbox.waitFor((message) => message.text === 'Olá')
  await until('delivered', () => (world.host.lastAckOf(waId)?.ack ?? 0) >= 2)
})
