import { createInflate, deflateSync } from 'node:zlib'
import type { ParserSource } from '../../core/parsers/contract'
import { blobOf } from '../../core/parsers/contract'
import { AppError } from '../../shared/errors'
import { fieldsOf } from './protobuf-fields'
import { shortenConversation, shortenPair } from './shorten'

/** Part of a phone's history without its messages: a deflated `HistorySync` of at most some 128 KiB inflated. */
export interface ShortHistory {
  parts: Uint8Array<ArrayBuffer>[]
  /** True when the history had more chats or pairs than the limit. */
  isCut: boolean
}

/** Maximum size of one inflated history; WhatsApp sends longer ones in chunks. */
const maxInflated = 128 * 2 ** 20
/** Maximum size of what is kept of one history, and of one part of it. */
const maxKept = 8 * 2 ** 20
const partBytes = 128 * 1024

/** Numbers of fields of `HistorySync` (WAProto). */
const fields = { syncType: 1, conversations: 2, chunkOrder: 5, progress: 6, pairs: 15 }
const header: number[] = [fields.syncType, fields.chunkOrder, fields.progress]

/**
 * Inflates a history and returns its chats without messages and its pairs of number and LID; for parser workers.
 * @throws ERR_TOO_LARGE beyond `maxInflated`
 */
export async function shortenHistory(source: ParserSource): Promise<ShortHistory> {
  const whole = await inflate(new Uint8Array(await blobOf(source).arrayBuffer()))
  const head: Uint8Array[] = []
  const keptParts: Uint8Array[] = []
  let size = 0
  for (const { number, raw, value } of fieldsOf(whole)) {
    if (header.includes(number) && head.length < header.length) head.push(raw)
    const short = shorten(number, value)
    if (!short) continue
    size += short.length
    if (size > maxKept) break
    keptParts.push(short)
  }
  return { parts: partsOf(keptParts, head), isCut: size > maxKept }
}

function shorten(number: number, value: Uint8Array): Uint8Array | undefined {
  if (number === fields.conversations) return shortenConversation(number, value)
  if (number === fields.pairs) return shortenPair(number, value)
}

async function inflate(packed: Uint8Array): Promise<Uint8Array> {
  const inflater = createInflate({ chunkSize: 256 * 1024 })
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    inflater.end(packed)
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxInflated) throw new AppError('ERR_TOO_LARGE')
      chunks.push(chunk)
    }
  } finally {
    inflater.destroy()
  }
  return Buffer.concat(chunks)
}

function partsOf(keptParts: Uint8Array[], head: Uint8Array[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array[][] = []
  let size = partBytes
  for (const field of keptParts) {
    if (size + field.length > partBytes) {
      parts.push([...head])
      size = 0
    }
    parts.at(-1)?.push(field)
    size += field.length
  }
  return parts.map((part) => new Uint8Array(deflateSync(Buffer.concat(part))))
}
