/** One field of a protobuf message, as views of its bytes: `raw` includes its tag, `value` is empty for numbers. */
interface Field {
  number: number
  raw: Uint8Array
  value: Uint8Array
}

class BrokenProtobuf extends Error {}

const varint = 0
const fixed64 = 1
const lengthDelimited = 2
const fixed32 = 5
const maxVarintBytes = 10

/** Yields the fields of an encoded message in their order. @throws BrokenProtobuf */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0
  while (at < bytes.length) {
    const start = at
    const tag = readVarint(bytes, at)
    const body = bodyRange(bytes, tag.value % 8, tag.end)
    at = body.end
    const value = bytes.subarray(body.start, tag.value % 8 === lengthDelimited ? body.end : body.start)
    yield { number: Math.floor(tag.value / 8), raw: bytes.subarray(start, at), value }
  }
}

function bodyRange(bytes: Uint8Array, wire: number, at: number): { start: number; end: number } {
  if (wire === varint) return { start: at, end: readVarint(bytes, at).end }
  const sizes: Record<number, number> = { [fixed64]: 8, [fixed32]: 4 }
  const length = wire === lengthDelimited ? readVarint(bytes, at) : { value: sizes[wire], end: at }
  if (length.value === undefined || length.value > bytes.length - length.end) throw new BrokenProtobuf()
  return { start: length.end, end: length.end + length.value }
}

/** Returns a number, exact up to 2^53, and the offset after it. @throws BrokenProtobuf */
function readVarint(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0
  for (let index = 0; index < maxVarintBytes; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) break
    value += (byte % 128) * 2 ** (7 * index)
    if (byte < 128) return { value, end: at + index + 1 }
  }
  throw new BrokenProtobuf()
}

/** Encodes a length-delimited field. */
export function encodeField(number: number, value: Uint8Array): Uint8Array {
  return Buffer.concat([encodeVarint(number * 8 + lengthDelimited), encodeVarint(value.length), value])
}

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.from([...bytes, rest])
}
