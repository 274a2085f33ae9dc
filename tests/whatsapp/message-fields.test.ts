import { expect, test } from 'bun:test'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { loadBaileys } from '../../src/whatsapp/baileys'
import { toInbound } from '../../src/whatsapp/inbound'
import { fateOf, hidden, latestProtocolType, protocolTypes, wrappers } from '../../src/whatsapp/message-fields'
import { messageSecretOf, wrapperFields } from '../../src/whatsapp/message-secret'
import { notShown } from '../../src/whatsapp/not-shown'
import { readSchema, type SchemaField } from './proto-schema'

const { proto: wire } = await loadBaileys()
const fields = readSchema().get('Message') ?? []
const namesOf = (fate: string) => [...fateOf].flatMap(([name, each]) => (each === fate ? name : []))

test('the list says of each field of the protocol what becomes of it', () => {
  expect(fields.length).toBeGreaterThan(90)
  expect([...fateOf.keys()].toSorted()).toEqual(fields.map(({ name }) => name).toSorted())
})

test('all fields with a message inside are wrappers or deliberately hidden', () => {
  const inside = fields.filter(({ type }) => /FutureProofMessage|DeviceSentMessage/.test(type)).map(({ name }) => name)
  expect([...wrappers, ...Object.keys(hidden).filter((name) => inside.includes(name))].toSorted()).toEqual(
    inside.toSorted(),
  )
  const isRead = ({ name, type }: SchemaField) => /FutureProofMessage/.test(type) && fateOf.get(name) === 'wrapper'
  const numbers = fields.filter(isRead).map(({ number }) => number)
  expect([...wrapperFields].toSorted()).toEqual(numbers.toSorted())
})

test('the list of protocol messages has each type of the protocol', () =>
  expect(Object.keys(protocolTypes).toSorted()).toEqual(Object.keys(wire.Message.ProtocolMessage.Type).toSorted()))

test('the highest number of a type is that of the schema', () =>
  expect(latestProtocolType).toBe(Math.max(...Object.values(wire.Message.ProtocolMessage.Type).map(Number))))

const received = (message: proto.IMessage): WAMessage => ({
  key: { id: 'A1', remoteJid: '5511987654321@s.whatsapp.net', fromMe: false },
  messageTimestamp: Date.now() / 1000,
  message: wire.Message.decode(wire.Message.encode(message).finish()),
})
const convert = (message: WAMessage) =>
  toInbound(message, {
    ...{ me: { pn: '1', lid: null }, type: 'notify', now: Date.now() },
    encode: (each) => proto.WebMessageInfo.encode(each).finish(),
  })

test.each(namesOf('shown'))('an empty %s is a message, at least as a placeholder', (name) =>
  expect(convert(received({ [name]: name === 'conversation' ? '' : {} }))?.type).toBe('message'),
)
test.each(namesOf('hidden').filter((name) => name !== 'messageContextInfo'))('%s alone shows nothing', (name) =>
  expect(convert(received({ [name]: {} }))).toBeNull(),
)
test.each(wrappers.filter((name) => name !== 'deviceSentMessage'))('the content of %s is shown', (name) =>
  expect(convert(received({ [name]: { message: { conversation: 'dentro' } } }))).toMatchObject({ body: 'dentro' }),
)

test('a field that the schema does not have leaves a placeholder and is counted', () => {
  const encoded = Buffer.concat([
    wire.Message.encode({ messageContextInfo: {} }).finish(),
    Buffer.from([0xd2, 0x0f, 3, 1, 2, 3]), // 250, length-delimited
  ])
  const message = { ...received({}), message: wire.Message.decode(encoded) }
  const inbound = convert(message)
  expect(inbound).toMatchObject({ type: 'message', mediaType: 'unsupported', detail: { kind: 'unknown' } })
  const before = notShown.read()
  notShown.count(message, inbound)
  const { unknown = 0, unknownField = 0 } = before
  expect(notShown.read()).toMatchObject({ unknown: unknown + 1, unknownField: unknownField + 1 })
})

test('a type of protocol message that the schema does not have is counted, and its content is an edit', () => {
  const key = { id: 'T1', remoteJid: '5511987654321@s.whatsapp.net', fromMe: false }
  const ofType = (type: number, editedMessage?: proto.IMessage) =>
    received({ editedMessage: { message: { protocolMessage: { type: type as 0, key, editedMessage } } } })
  const message = ofType(latestProtocolType + 1, { conversation: 'vinte' })
  expect(convert(message)).toMatchObject({ type: 'edit', targetWaId: 'T1', body: 'vinte' })
  const { unknownProtocolType = 0 } = notShown.read()
  notShown.count(message, convert(message))
  notShown.count(ofType(latestProtocolType), null)
  expect(notShown.read()).toMatchObject({ unknownProtocolType: unknownProtocolType + 1 })
})

test('the secret of a message is found beside its content and within wrappers, and nowhere in other bytes', () => {
  const messageSecret = Buffer.alloc(32, 7)
  const stored = (message: proto.IMessage) =>
    proto.WebMessageInfo.encode({ key: { id: 'A' }, message } as proto.IWebMessageInfo).finish()
  const content = { conversation: 'oi', messageContextInfo: { messageSecret } }
  for (const message of [content, { ephemeralMessage: { message: content } }])
    expect(Buffer.from(messageSecretOf(stored(message)) ?? [])).toEqual(messageSecret)
  expect(messageSecretOf(stored({ conversation: 'oi' }))).toBeNull()
  expect(messageSecretOf(new Uint8Array([1]))).toBeNull()
})
