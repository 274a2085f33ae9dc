import type { BinaryNode } from '@whiskeysockets/baileys'

export type Stanza = BinaryNode
type Attributes = Record<string, string | undefined>

/** Builds a stanza; attributes that are undefined are left out. */
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

/** The bytes inside a child, for keys and other binary fields. */
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

/** A big-endian number, as ids of prekeys (3 bytes) and registrations (4 bytes) travel. */
export const numberOf = (bytes: Uint8Array | undefined) => bytes?.reduce((sum, byte) => sum * 256 + byte, 0) ?? 0

export function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

export const unixSeconds = () => String(Math.floor(Date.now() / 1000))
