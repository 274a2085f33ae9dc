import { expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { applyAcks, parkedAcks } from '../../../src/features/inbox/messages/acks'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import type { Ack } from '../../../src/shared/enums'
import { ownTextMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'

/** Bob's open ticket, with functions that send a message and apply receipts to it. */
async function createSentMessages() {
  const installation = await createInstallation()
  const connection = await installation.insertConnection()
  const ref = { companyId: connection.companyId, whatsappId: connection.id }
  const ticket = await installation.insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId: connection.id })
  const send = async () => {
    const [message] = await sendMessage(installation.scopeOf('bob'), ticket.id, {
      body: 'Oi',
      quotedId: null,
      files: [],
    })
    return message as NonNullable<typeof message>
  }
  const ack = (waId: string, ...acks: (Ack | string)[]) =>
    applyAcks(
      installation.systemScope(),
      ref,
      acks.map((each) =>
        typeof each === 'string' ? { waId, ack: -1, error: each } : { waId, ack: each, error: null },
      ),
    )
  const stateOf = (waId: string) =>
    installation.acme.select('messages').select(['ack', 'error']).where('waId', '=', waId).executeTakeFirst()
  return { ...installation, ref, send, ack, stateOf }
}

test('receipts in any order never lower the ack of a message', async () => {
  const { send, ack, stateOf } = await createSentMessages()
  const receipts = fc.array(fc.constantFrom<Ack>(0, 1, 2, 3, 4, 5), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(receipts, async (acks) => {
      const { waId } = await send()
      let highest = 0
      for (const each of acks) {
        await ack(waId, each)
        highest = Math.max(highest, each)
        expect(await stateOf(waId)).toEqual({ ack: highest as Ack, error: null })
      }
    }),
    { numRuns: 60 },
  )
})

test.each([
  [['463'], -1, '463'],
  [['463', 1], -1, '463'],
  [['463', 2], 2, null],
  [[1, '479'], 1, null],
  [[3, '463', 1], 3, null],
] as const)('receipts %j leave ack %i and error %p', async (acks, ending, error) => {
  const { send, ack, stateOf } = await createSentMessages()
  const { waId } = await send()
  await ack(waId, ...acks)
  expect(await stateOf(waId)).toEqual({ ack: ending, error })
})

test('each change of an ack publishes one event and a repeated receipt none', async () => {
  const { send, ack, published } = await createSentMessages()
  const { waId } = await send()
  published.length = 0
  await ack(waId, 1, 1, 2, 1)
  expect(published.map(({ payload }) => payload)).toMatchObject([
    { action: 'update', message: { waId, ack: 1 } },
    { action: 'update', message: { waId, ack: 2 } },
  ])
})

test('a receipt that arrives before its message is applied if the message follows within a minute', async () => {
  const { ack, ref, systemScope, stateOf } = await createSentMessages()
  const [quick, slow] = [ownTextMessage({ ack: 0 }), ownTextMessage({ ack: 0 })]
  await ack(quick.waId, 2, 1)
  await ack(slow.waId, 3)
  await receiveBatch(systemScope(), ref, [quick])
  expect(await stateOf(quick.waId)).toMatchObject({ ack: 2 })
  setSystemTime(Date.now() + 61_000)
  await receiveBatch(systemScope(), ref, [slow])
  setSystemTime()
  expect(await stateOf(slow.waId)).toMatchObject({ ack: 0 })
})

test('a receipt and its message in one write group are matched in either order', async () => {
  const { ack, ref, systemScope, stateOf } = await createSentMessages()
  const [first, second] = [ownTextMessage({ ack: 0 }), ownTextMessage({ ack: 0 })]
  const receive = (item: typeof first) => receiveBatch(systemScope(), ref, [item])
  await Promise.all([ack(first.waId, 2), receive(first), receive(second), ack(second.waId, 2)])
  expect(await stateOf(first.waId)).toMatchObject({ ack: 2 })
  expect(await stateOf(second.waId)).toMatchObject({ ack: 2 })
})

test('acks that follow a refusal which arrived before its message do not raise the message', async () => {
  const { ref, ack, stateOf, systemScope } = await createSentMessages()
  const message = ownTextMessage({ ack: 0 })
  await ack(message.waId, '463', 1)
  await receiveBatch(systemScope(), ref, [message])
  expect(await stateOf(message.waId)).toEqual({ ack: 0, error: null })
})

test('parked receipts beyond the limit of 10,000 displace the oldest', async () => {
  const parked = parkedAcks(await createSentMessages().then(({ systemScope }) => systemScope()))
  for (let i = 0; i < 10_050; i++) parked.park({ whatsappId: 1, waId: `W${i}` }, { waId: `W${i}`, ack: 1, error: null })
  expect(parked.find({ whatsappId: 1, waId: 'W0' })).toBeUndefined()
  expect(parked.find({ whatsappId: 1, waId: 'W10049' })).toMatchObject({ ack: 1 })
})

test('a receipt of another connection with the same message id changes nothing', async () => {
  const { send, stateOf, insertConnection, systemScope } = await createSentMessages()
  const { waId } = await send()
  const other = await insertConnection('acme')
  await applyAcks(systemScope(), { companyId: other.companyId, whatsappId: other.id }, [{ waId, ack: 3, error: null }])
  expect(await stateOf(waId)).toMatchObject({ ack: 0 })
})
