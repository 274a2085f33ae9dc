import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { BinaryNode, WAMessage } from '@whiskeysockets/baileys'
import { StanzaIntake } from '../../src/whatsapp/stanza-intake'

const lid = '900@lid'
const messageNode = (id: string, attrs: Record<string, string> = {}): BinaryNode => ({
  tag: 'message',
  attrs: { id, from: lid, ...attrs },
})
const upsertOf = (id: string) => ({ key: { id, remoteJid: lid } }) as WAMessage
/** Lets promises that are already settled run. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** An intake between an emitter of stanzas and listeners in place of Baileys', which record what they receive. */
function createIntake({
  pauseIfDue = () => undefined as Promise<void> | undefined,
  storeReceipt = async () => {},
} = {}) {
  const ws = new EventEmitter()
  const received: BinaryNode[] = []
  for (const event of ['CB:message', 'CB:receipt']) ws.on(event, (node: BinaryNode) => received.push(node))
  const sock = { ws, signalRepository: { lidMapping: { getLIDsForPNs: async () => [] } } }
  const intake = new StanzaIntake({
    ...{ sock: sock as never, whatsappId: 1, refuse: () => false },
    ...{ pauseIfDue, onOverflow: () => {}, storeReceipt, lookUp: async () => undefined },
  })
  return { ws, intake, received, ids: () => received.map(({ attrs }) => attrs.id) }
}

test('a message is passed to Baileys after the pause that follows the message before', async () => {
  const pause = Promise.withResolvers<void>()
  const { ws, ids } = createIntake({ pauseIfDue: () => pause.promise })
  ws.emit('CB:message', messageNode('1'))
  ws.emit('CB:message', messageNode('2'))
  await nextTurn()
  expect(ids()).toEqual(['1'])
  pause.resolve()
  await nextTurn()
  expect(ids()).toEqual(['1', '2'])
})

test('frames that arrive during a pause are passed on after it', async () => {
  const pause = Promise.withResolvers<void>()
  const { ws } = createIntake({ pauseIfDue: () => pause.promise })
  const frames: string[] = []
  ws.on('message', (frame) => frames.push(frame))
  for (const frame of ['1', '2']) ws.emit('message', frame)
  await nextTurn()
  expect(frames).toEqual([])
  pause.resolve()
  await nextTurn()
  expect(frames).toEqual(['1', '2'])
})

test('a receipt is passed to Baileys, which confirms it, only when it is stored', async () => {
  const storing = Promise.withResolvers<void>()
  const { ws, ids } = createIntake({ storeReceipt: () => storing.promise })
  ws.emit('CB:receipt', { tag: 'receipt', attrs: { id: 'R', from: lid } })
  await nextTurn()
  expect(ids()).toEqual([])
  storing.resolve()
  await nextTurn()
  expect(ids()).toEqual(['R'])
})

test('a message that waited at the server is passed without `offline` and has the type append, others their own', async () => {
  const { ws, intake, received } = createIntake()
  const type = 'notify'
  ws.emit('CB:message', messageNode('queued', { offline: '0' }))
  await nextTurn()
  expect(received[0]?.attrs).toEqual({ id: 'queued', from: lid })
  expect(intake.typeOf(upsertOf('queued'), { messages: [], type })).toBe('append')
  ws.emit('CB:message', messageNode('live'))
  await nextTurn()
  expect(intake.typeOf(upsertOf('live'), { messages: [], type })).toBe('notify')
})

test('messages that wait at the end are dropped', async () => {
  const pause = Promise.withResolvers<void>()
  const { ws, intake, ids } = createIntake({ pauseIfDue: () => pause.promise })
  ws.emit('CB:message', messageNode('1'))
  ws.emit('CB:message', messageNode('2'))
  intake.end()
  pause.resolve()
  ws.emit('CB:message', messageNode('3'))
  await nextTurn()
  expect(ids()).toEqual(['1'])
})
