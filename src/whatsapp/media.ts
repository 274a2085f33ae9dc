import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { rename, unlink } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import { AppError } from '../shared/errors'
import type { Baileys } from './baileys'
import { unwrap } from './content'

const origin = 'https://web.whatsapp.com'
const usualHost = 'mmg.whatsapp.net'
const macBytes = 10
/** Without a byte for this long (ms) a transfer is given up. */
const stall = 30_000

type MediaPart = Pick<proto.Message.IImageMessage, 'mediaKey' | 'directPath' | 'url' | 'fileSha256'>
const kinds = {
  imageMessage: 'image',
  videoMessage: 'video',
  ptvMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
} as const

/** The file is not on the server any more; the phone may upload it again. */
export class MediaGone extends Error {}

export interface MediaTrust {
  /** PEM of an authority trusted beside the usual ones. */
  ca: string | null
  /** True for another server than WhatsApp's own, whose media may be on any host. */
  anyHost: boolean
}

/**
 * Streams an encrypted file to `toPath`, decrypted and checked against its keyed hash, never more than `maxBytes`.
 * Our own instead of Baileys' because that one checks nothing and cannot be told whom to trust. The file appears
 * whole or not at all. Throws MediaGone, ERR_TOO_LARGE, ERR_WAPP_DOWNLOAD_MEDIA.
 */
export async function download(
  baileys: Baileys,
  message: WAMessage,
  toPath: string,
  maxBytes: number,
  trust: MediaTrust,
): Promise<void> {
  const content = unwrap(message.message)
  const kind = kinds[content?.kind as keyof typeof kinds]
  const part = content?.message[content.kind] as MediaPart | undefined
  if (!kind || !part?.mediaKey?.length) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  const keys = await baileys.getMediaKeys(part.mediaKey, kind)
  const partial = `${toPath}.part`
  try {
    const response = await request(addressOf(part, trust), trust)
    const length = Number(response.headers.get('content-length') ?? 0)
    if (length > maxBytes + 16 + macBytes) throw new AppError('ERR_TOO_LARGE')
    await decrypt(response, keys, part.fileSha256, partial, maxBytes)
    await rename(partial, toPath)
  } catch (error) {
    await unlink(partial).catch(() => {})
    if (error instanceof AppError || error instanceof MediaGone) throw error
    throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  }
}

/** The sender writes these fields: their host counts only when it is WhatsApp's, or anybody could aim us anywhere. */
function addressOf({ directPath, url }: MediaPart, { anyHost }: MediaTrust): string {
  const given = URL.parse(url ?? '')
  const trusted = given?.protocol === 'https:' && (anyHost || /(^|\.)whatsapp\.net$/.test(given.hostname))
  if (directPath?.startsWith('/')) return `https://${trusted ? given.host : usualHost}${directPath}`
  if (!trusted) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  return given.href
}

async function request(address: string, { ca }: MediaTrust): Promise<Response> {
  const response = await fetch(address, { headers: { Origin: origin }, redirect: 'error', ...trusting(ca) })
  if (response.ok && response.body) return response
  await response.body?.cancel()
  if (response.status === 404 || response.status === 410) throw new MediaGone()
  throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { status: response.status })
}

interface MediaKeys {
  iv: Uint8Array
  cipherKey: Uint8Array
  macKey?: Uint8Array
}

async function decrypt(
  response: Response,
  { iv, cipherKey, macKey }: MediaKeys,
  sha256: Uint8Array | null | undefined,
  path: string,
  maxBytes: number,
) {
  const aes = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const hmac = createHmac('sha256', macKey ?? new Uint8Array()).update(iv)
  const hash = createHash('sha256')
  const file = Bun.file(path).writer()
  let size = 0
  const write = async (plain: Uint8Array) => {
    size += plain.length
    if (size > maxBytes) throw new AppError('ERR_TOO_LARGE')
    hash.update(plain)
    file.write(plain)
    await file.flush()
  }
  try {
    let held = Buffer.alloc(0) // the last bytes are the keyed hash, not ciphertext
    for await (const chunk of withoutStall(response.body as ReadableStream<Uint8Array>)) {
      const bytes = Buffer.concat([held, chunk])
      const end = Math.max(0, bytes.length - macBytes)
      held = bytes.subarray(end)
      hmac.update(bytes.subarray(0, end))
      await write(aes.update(bytes.subarray(0, end)))
    }
    await write(aes.final())
    if (!sameBytes(hmac.digest().subarray(0, macBytes), held)) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
    if (sha256?.length && !sameBytes(hash.digest(), sha256)) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  } finally {
    await file.end()
  }
}

const sameBytes = (one: Uint8Array, other: Uint8Array) => one.length === other.length && timingSafeEqual(one, other)

async function* withoutStall(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  try {
    while (true) {
      const timer = setTimeout(() => void reader.cancel(new Error('stalled')), stall)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const trusting = (ca: string | null) => (ca ? { tls: { ca: [...rootCertificates, ca] } } : {})

let authority: string | undefined

/**
 * Lets Baileys' own transfers (uploads, history) trust one more authority. It calls the global `fetch` and passes no
 * TLS settings on, so that function is wrapped, for requests that carry WhatsApp's Origin and for no others. Only for
 * another server than WhatsApp's (decisions.md, `BALCAO_WHATSAPP_CA`); works in a running process and when compiled.
 */
export function trustMediaAuthority(ca: string) {
  const first = authority === undefined
  authority = ca // the last one given: two of one name cannot be told apart
  if (!first) return
  const plain = globalThis.fetch
  const wrapper = (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) =>
    new Headers(init?.headers).get('origin') === origin
      ? plain(input, { ...init, ...trusting(authority ?? null) })
      : plain(input, init)
  globalThis.fetch = Object.assign(wrapper, plain)
}
