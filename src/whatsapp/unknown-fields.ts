import type { proto } from '@whiskeysockets/baileys'

const mark = Symbol('has unknown fields')

/** protobufjs' reader, as far as it is needed here. */
interface Reader {
  buf: Uint8Array
  pos: number
}
type Decode = (source: Reader | Uint8Array, length?: number, endTag?: number) => proto.IMessage

/**
 * Makes `Message.decode` mark messages with fields that its schema does not have, because protobufjs drops these
 * fields. Baileys calls `decode` through the class, also for a message inside another, so replacing the property is
 * enough. It merges the parts of one stanza by `Object.assign`, which copies the mark.
 */
export function markUnknownFields(Message: { decode: unknown }) {
  const decode = Message.decode as Decode
  const decodeMarked: Decode = (source, length, endTag) => {
    const isReader = !(source instanceof Uint8Array)
    const bytes = isReader ? source.buf : source
    const start = isReader ? source.pos : 0
    const message = decode(source, length, endTag)
    const end = isReader ? source.pos : (length ?? source.length)
    // Each known field sets exactly one property.
    if (fieldNumbers(bytes, start, end).size > Object.keys(message).length) Object.assign(message, { [mark]: true })
    return message
  }
  Message.decode = decodeMarked
}

/** True for a decoded message, or messages merged into one, with fields that this version does not know. */
export const hasUnknownFields = (message: proto.IMessage) => mark in message

/** Numbers of the fields in well-formed protobuf bytes; fields of nested messages are not counted. */
function fieldNumbers(bytes: Uint8Array, start: number, end: number): Set<number> {
  const numbers = new Set<number>()
  for (let at = start; at < end; ) {
    const tag = readVarint(bytes, at)
    numbers.add(tag.value >>> 3)
    at = endOfValue(bytes, tag.end, tag.value & 7)
  }
  return numbers
}

function readVarint(bytes: Uint8Array, start: number) {
  let value = 0
  let end = start
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[end++] ?? 0
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return { value, end }
  }
}

/** Position after a value of this wire type; after all bytes for a group, which WhatsApp's schema does not use. */
function endOfValue(bytes: Uint8Array, start: number, wireType: number): number {
  const { value, end } = readVarint(bytes, start)
  const ends: Record<number, number> = { 0: end, 1: start + 8, 2: end + value, 5: start + 4 }
  return ends[wireType] ?? bytes.length
}
