/** One item of a packet: its kind and its content. */
export type Item = [kind: string, content: unknown]

/** Items of one sender in their order, as one text on the wire. An empty packet says that the sender is alive. */
export interface Packet {
  from: string
  /** Counts the packets of the sender from 1, so that a receiver sees which were lost. */
  seq: number
  items: Item[]
}

/** Kind of an item that is too large for a packet; its content is the key of the deposit. */
export const depositKind = '@'

const encoder = new TextEncoder()
export const bytesOf = (text: string): number => encoder.encode(text).length

/** Bytes that a packet needs besides its items: braces, names and the number. */
const frameBytes = (from: string) => bytesOf(JSON.stringify({ from, seq: Number.MAX_SAFE_INTEGER, items: [] }))

/** Takes from the front of `waiting` as many encoded items as one packet holds, at least one. */
export function takeItems(waiting: string[], from: string, maxBytes: number): string[] {
  let room = maxBytes - frameBytes(from)
  let count = 0
  for (const item of waiting) {
    room -= bytesOf(item) + 1
    if (room < 0 && count > 0) break
    count++
  }
  return waiting.splice(0, count)
}

/** Text of a packet of encoded items. */
export const packetText = (from: string, seq: number, items: string[]): string =>
  `{"from":${JSON.stringify(from)},"seq":${seq},"items":[${items.join(',')}]}`

/** Largest encoded item that fits into a packet. */
export const maxItemBytes = (from: string, maxBytes: number): number => maxBytes - frameBytes(from) - 1
