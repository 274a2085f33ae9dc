import { expect, test } from 'bun:test'
import { AckBatches, fromAckNode, fromReceiptNode } from '../../src/whatsapp/acks'
import type { AckUpdate } from '../../src/whatsapp/contract'

const customer = '5511988887777@s.whatsapp.net'
const own = '5511900000000:3@s.whatsapp.net'
const isOwn = (jid?: string) => jid === own
const receiptOf = (attrs: Record<string, string>, content?: unknown) =>
  fromReceiptNode({ attrs: { id: 'A1', from: customer, ...attrs }, content }, isOwn)

test.each([
  ['without a type', {}, 2],
  ['inactive', { type: 'inactive' }, 2],
  ['read', { type: 'read' }, 3],
  ['played', { type: 'played' }, 4],
])('a receipt of a customer: %s', (_, attrs, ack) => {
  expect(receiptOf(attrs as Record<string, string>)).toEqual([
    { waId: 'A1', ack: ack as AckUpdate['ack'], error: null },
  ])
})

test('receipts about other things, and those of the own devices, change no message', () => {
  for (const type of ['retry', 'sender', 'peer_msg', 'read-self', 'server-error'])
    expect(receiptOf({ type })).toEqual([])
  expect(receiptOf({ type: 'read', recipient: customer })).toEqual([])
  expect(receiptOf({ from: own })).toEqual([])
  expect(receiptOf({ from: '1@g.us', participant: own })).toEqual([])
  expect(receiptOf({ from: '1@g.us', participant: customer })).toHaveLength(1)
})

test('a receipt of several messages names each of them once', () => {
  const item = (id: string) => ({ attrs: { id } })
  const content = [{ attrs: {}, content: [item('A2'), item('A3'), { attrs: {} }] }]
  expect(receiptOf({ type: 'played' }, content).map(({ waId, ack }) => [waId, ack])).toEqual([
    ['A1', 4],
    ['A2', 4],
    ['A3', 4],
  ])
})

test('the answer of the server is sent, or refused with its code', () => {
  expect(fromAckNode({ id: 'A1' })).toEqual({ waId: 'A1', ack: 1, error: null })
  expect(fromAckNode({ id: 'A1', error: '463' })).toEqual({ waId: 'A1', ack: -1, error: '463' })
  expect(fromAckNode({})).toBeNull()
})

const refusal: AckUpdate = { waId: 'A1', ack: -1, error: '463' }
const ackOf = (ack: AckUpdate['ack']): AckUpdate => ({ waId: 'A1', ack, error: null })

test.each([
  ['a refusal before acks stays', [refusal, ackOf(1), ackOf(3)], refusal],
  ['a refusal after acks wins', [ackOf(2), refusal], refusal],
  ['the highest ack wins', [ackOf(3), ackOf(1), ackOf(2)], ackOf(3)],
])('updates of one message in one batch: %s', async (_, updates, stored) => {
  const batches: AckUpdate[][] = []
  const acks = new AckBatches(async (batch) => void batches.push(batch))
  await Promise.all(updates.map((update) => acks.add([update])))
  expect(batches).toEqual([[stored]])
})

test('a refusal in a batch that failed stays against acks that came meanwhile', async () => {
  const batches: AckUpdate[][] = []
  const acks = new AckBatches(async (batch) => {
    batches.push(batch)
    if (batches.length > 1) return
    void acks.add([ackOf(3)])
    throw new Error('the disk is full')
  })
  await acks.add([refusal])
  expect(batches).toEqual([[refusal], [refusal]])
})
