import { describe, expect, test } from 'bun:test'
import type { proto } from '@whiskeysockets/baileys'
import fc from 'fast-check'
import { loadBaileys } from '../../src/whatsapp/baileys'
import { hasUnknownFields } from '../../src/whatsapp/unknown-fields'
import { isOfUnknownKind } from '../../src/whatsapp/unwrap'

const { proto: wire } = await loadBaileys()
const encode = (message: proto.IMessage) => wire.Message.encode(message).finish()
const decode = (...parts: Uint8Array[]) => wire.Message.decode(Buffer.concat(parts))
/** Encoded field with a number that the schema of `Message` does not have. */
const unknownField = Buffer.from([0xd2, 0x0f, 3, 1, 2, 3]) // 250, length-delimited
const keys = encode({ senderKeyDistributionMessage: { groupId: '1@g.us' }, messageContextInfo: {} })

describe('Message.decode', () => {
  test.each([
    ['length-delimited', unknownField],
    ['varint', Buffer.from([0xd0, 0x0f, 0xff, 0xff, 0x7f])],
    ['32-bit', Buffer.from([0xd5, 0x0f, 1, 2, 3, 4])],
    ['64-bit', Buffer.from([0xd1, 0x0f, 1, 2, 3, 4, 5, 6, 7, 8])],
  ])('a message with an unknown %s field before and after known ones is marked', (_, field) => {
    expect(hasUnknownFields(decode(field))).toBe(true)
    expect(hasUnknownFields(decode(keys, field))).toBe(true)
    expect(hasUnknownFields(decode(field, keys))).toBe(true)
  })

  test('a message inside another is marked by its own fields only', () => {
    const inner = Buffer.concat([keys, unknownField])
    const ephemeral = Buffer.from([0xc2, 0x02, inner.length + 2, 0x0a, inner.length, ...inner]) // 40: { 1: inner }
    const message = decode(ephemeral)
    expect(message.ephemeralMessage?.message?.senderKeyDistributionMessage?.groupId).toBe('1@g.us')
    expect(hasUnknownFields(message)).toBe(false)
    expect(hasUnknownFields(message.ephemeralMessage?.message as proto.IMessage)).toBe(true)
  })

  test('a message with known fields only, some of them repeated, is not marked', () => {
    const kinds = ['conversation', 'imageMessage', 'pollUpdateMessage', 'messageContextInfo', 'albumMessage'] as const
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds), { maxLength: 8 }), (names) => {
        const parts = names.map((name) => encode({ [name]: name === 'conversation' ? 'oi' : {} }))
        expect(hasUnknownFields(decode(...parts))).toBe(false)
      }),
    )
  })
})

describe('isOfUnknownKind', () => {
  test.each([
    ['an unknown field alone', decode(unknownField), true],
    ['an unknown field and the keys of a group', decode(keys, unknownField), true],
    ['both in two parts of a stanza', Object.assign(decode(keys), decode(unknownField)), true],
    ['the keys of a group alone', decode(keys), false],
    ['a vote and an unknown field', decode(encode({ pollUpdateMessage: {} }), unknownField), false],
  ])('%s: %#', (_, message, expected) => expect(isOfUnknownKind(message)).toBe(expected))
})
