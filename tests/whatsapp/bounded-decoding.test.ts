import { describe, expect, test } from 'bun:test'
import { proto } from '@whiskeysockets/baileys'
import { loadBaileys } from '../../src/whatsapp/baileys'
import { recursiveMessages } from '../../src/whatsapp/bounded-decoding'
import { isOfUnknownKind } from '../../src/whatsapp/unwrap'
import { readSchema } from './proto-schema'

const { proto: wire } = await loadBaileys()

/** The field around the bytes, in an encoding of its length; `wireType` is 2 for messages. */
function field(number: number, value: Uint8Array, wireType = 2): Buffer {
  const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...varint(value >> 7)])
  return Buffer.concat([Buffer.from([...varint(number * 8 + wireType), ...varint(value.length)]), value])
}
const inner = proto.Message.encode({ conversation: 'oi' }).finish()
function nested(levels: number, wrap: (inside: Uint8Array) => Uint8Array): Uint8Array {
  let bytes: Uint8Array = inner
  for (let level = 0; level < levels; level++) bytes = wrap(bytes)
  return bytes
}

describe('Message.decode', () => {
  test.each<[string, (inside: Uint8Array) => Uint8Array, outermost: number | null]>([
    ['ephemeral messages', (inside) => field(40, field(1, inside)), null],
    ['messages with a wire type that the schema does not have', (inside) => field(40, field(1, inside, 0), 0), null],
    ['quotes', (inside) => field(6, field(17, field(3, inside))), null],
    ['cards of carousels', (inside) => field(7, field(1, inside)), 45],
    ['templates', (inside) => field(9, field(1, field(6, inside))), 14],
  ])('of 5,000 %s within each other returns a message of an unknown kind after few calls', (_, wrap, outermost) => {
    const before = wire.Message.FutureProofMessage.decode
    let calls = 0
    wire.Message.FutureProofMessage.decode = (...args) => {
      calls++
      return before(...args)
    }
    const bytes = nested(5_000, wrap)
    const message = wire.Message.decode(outermost ? field(outermost, bytes) : bytes)
    wire.Message.FutureProofMessage.decode = before
    expect(calls).toBeLessThanOrEqual(50)
    expect(isOfUnknownKind(message)).toBe(true)
  })

  test('of ten messages within each other returns the innermost, before and after one that is too deep', () => {
    const ten = nested(10, (inside) => field(40, field(1, inside)))
    const read = () => {
      let message: proto.IMessage | null | undefined = wire.Message.decode(ten)
      for (let level = 0; level < 10; level++) message = message?.ephemeralMessage?.message
      return message?.conversation
    }
    expect(read()).toBe('oi')
    wire.Message.decode(nested(20_000, (inside) => field(40, field(1, inside))))
    expect(read()).toBe('oi')
  })

  test('of a part of other bytes that is too deep leaves the rest readable', () => {
    const deep = nested(100, (inside) => field(40, field(1, inside)))
    const info = Buffer.concat([field(1, field(3, Buffer.from('ID'))), field(2, deep), field(19, Buffer.from('Ana'))])
    expect(wire.WebMessageInfo.decode(info)).toMatchObject({ key: { id: 'ID' }, pushName: 'Ana' })
  })
})

test('every message of the schema that may contain itself does so through a bounded one', () => {
  const schema = readSchema()
  const bounded = new Set<string>(recursiveMessages)
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (name: string, path: string[]) => {
    if (path.includes(name)) return void cycles.push([...path, name].join(' > '))
    if (done.has(name) || bounded.has(name)) return
    for (const { type } of schema.get(name) ?? []) if (schema.has(type)) visit(type, [...path, name])
    done.add(name)
  }
  for (const name of schema.keys()) visit(name, [])
  expect(cycles).toEqual([])
})
