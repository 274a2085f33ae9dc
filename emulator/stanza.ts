import type { BinaryNode } from '@whiskeysockets/baileys'

export type Stanza = BinaryNode
type Attributes = Record<string, string | undefined>

/** Creates a stanza; undefined attributes are omitted. */
export function stanza(tag: string, attributes: Attributes = {}, content?: Stanza['content']): Stanza {
  const attrs: Record<string, string> = {}
  for (const name in attributes) {
    const value = attributes[name]
    if (value !== undefined) attrs[name] = value
  }
  return content === undefined ? { tag, attrs } : { tag, attrs, content }
}

export const children = (node: Stanza | undefined): Stanza[] => (Array.isArray(node?.content) ? node.content : [])

export function child(node: Stanza | undefined, tag: string): Stanza | undefined {
  return children(node).find((inner) => inner.tag === tag)
}

/** Binary content of a child, such as a key; undefined when the child is missing. */
export function bytesOf(node: Stanza | undefined, tag: string): Buffer | undefined {
  const content = child(node, tag)?.content
  if (content instanceof Uint8Array) return Buffer.from(content)
  return typeof content === 'string' ? Buffer.from(content) : undefined
}

export function textOf(node: Stanza | undefined): string | undefined {
  const content = node?.content
  if (typeof content === 'string') return content
  return content instanceof Uint8Array ? Buffer.from(content).toString() : undefined
}

/** Number of big-endian bytes, the encoding of prekey ids (3 bytes) and registration ids (4 bytes). */
export const numberOf = (bytes: Uint8Array | undefined) => bytes?.reduce((sum, byte) => sum * 256 + byte, 0) ?? 0

export function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

export const unixSeconds = () => String(Math.floor(Date.now() / 1000))
