import { encodeBinaryNode } from '@whiskeysockets/baileys'
import { TAGS } from '@whiskeysockets/baileys/lib/WABinary/constants.js'
import { BoundedMap } from './bounded-map'
import type { Stanza } from './stanza'

const emptyString = Buffer.from([TAGS.BINARY_8, 0])
const encodings = new BoundedMap<Buffer>(20_000)

let buffer = Buffer.allocUnsafe(64 * 1024)
let end = 0

/**
 * Binary stanza with its leading flag byte, the same bytes as Baileys' encoder returns. Encodings of names and
 * addresses are cached, because they repeat in every stanza, and binary content is copied as a whole. Together this
 * saves a fifth of the server's work.
 */
export function encodeStanza(node: Stanza): Buffer {
  end = 0
  writeByte(0)
  writeNode(node)
  return Buffer.from(buffer.subarray(0, end))
}

function writeNode({ tag, attrs, content }: Stanza) {
  const names = Object.keys(attrs)
  writeListHeader(2 * names.length + 1 + (content === undefined ? 0 : 1))
  writeBytes(cachedEncoding(tag))
  for (const name of names) {
    const value = attrs[name]!
    writeBytes(cachedEncoding(name))
    writeBytes(name === 'id' ? encodeText(value) : cachedEncoding(value))
  }
  if (content instanceof Uint8Array) writeBinary(content)
  else if (typeof content === 'string') writeBytes(encodeText(content))
  else if (content) {
    writeListHeader(content.length)
    for (const inner of content) writeNode(inner)
  }
}

function cachedEncoding(text: string): Buffer {
  const found = encodings.get(text)
  if (found) return found
  const made = encodeText(text)
  encodings.set(text, made)
  return made
}

/** Encoding of a text as token, packed digits, address or string: Baileys' bytes after flag and list (3 bytes). */
const encodeText = (text: string) =>
  text === '' ? emptyString : encodeBinaryNode({ tag: text, attrs: {} }).subarray(3)

function writeListHeader(size: number) {
  if (size === 0) writeByte(TAGS.LIST_EMPTY)
  else if (size < 256) writeByte(TAGS.LIST_8, size)
  else writeByte(TAGS.LIST_16, size >> 8, size & 0xff)
}

function writeBinary(content: Uint8Array) {
  const { length } = content
  if (length >= 1 << 20) writeByte(TAGS.BINARY_32, length >>> 24, length >> 16, length >> 8, length)
  else if (length >= 256) writeByte(TAGS.BINARY_20, length >> 16, length >> 8, length)
  else writeByte(TAGS.BINARY_8, length)
  writeBytes(content)
}

function writeByte(...values: number[]) {
  reserveBytes(values.length)
  for (const value of values) buffer[end++] = value
}

function writeBytes(more: Uint8Array) {
  reserveBytes(more.length)
  buffer.set(more, end)
  end += more.length
}

function reserveBytes(length: number) {
  if (end + length <= buffer.length) return
  const larger = Buffer.allocUnsafe(2 * (end + length))
  larger.set(buffer.subarray(0, end))
  buffer = larger
}
