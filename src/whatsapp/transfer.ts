import { type WriteBytes, writeDurableFile } from '../core/storage/durable-file'
import { AppError } from '../shared/errors'

export const origin = 'https://web.whatsapp.com'
/** Timeout in ms for the next byte of a transfer. */
const stall = 30_000

/** The file is no longer on the server. The phone can upload files of messages again. */
export class MediaGone extends Error {}

export interface MediaTrust {
  /** PEM of an authority that is trusted in addition to the usual ones. */
  ca: string | null
  /** True for a server other than WhatsApp's own, whose media may be on any host. */
  anyHost: boolean
}

/** True for an https address on a host of WhatsApp, or on any host with `anyHost`. */
export const isTrusted = (address: URL, { anyHost }: MediaTrust): boolean =>
  address.protocol === 'https:' && (anyHost || /(^|\.)whatsapp\.net$/.test(address.hostname))

/**
 * Returns the content of an address in chunks. @throws MediaGone, ERR_WAPP_DOWNLOAD_MEDIA, ERR_TOO_LARGE by its header
 */
export async function request(
  address: string,
  maxBytes: number,
  { ca }: MediaTrust,
): Promise<AsyncIterable<Uint8Array>> {
  const waiting = new AbortController()
  const trusted = await trusting(ca)
  const timer = setTimeout(() => waiting.abort(), stall)
  const options = { headers: { Origin: origin }, redirect: 'error', signal: waiting.signal, ...trusted } as const
  const response = await fetch(address, options).finally(() => clearTimeout(timer))
  const length = Number(response.headers.get('content-length') ?? 0)
  if (response.ok && response.body && length <= maxBytes) return withoutStall(response.body)
  await response.body?.cancel()
  if (response.ok && response.body) throw new AppError('ERR_TOO_LARGE')
  if (response.status === 404 || response.status === 410) throw new MediaGone()
  throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { status: response.status })
}

async function* withoutStall(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  let isStalled = false
  const giveUp = () => {
    isStalled = true
    void reader.cancel()
  }
  try {
    while (true) {
      const timer = setTimeout(giveUp, stall)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (isStalled) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA') // the reader reports a cancelled stream as ended
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/**
 * Writes a file of at most `maxBytes`. It appears at `path` complete and flushed, or not at all.
 * @throws MediaGone, ERR_TOO_LARGE, and ERR_WAPP_DOWNLOAD_MEDIA for all other failures
 */
export async function wholeFile(
  path: string,
  maxBytes: number,
  fill: (write: WriteBytes) => Promise<void>,
): Promise<void> {
  let size = 0
  try {
    await writeDurableFile(path, (write) =>
      fill((bytes) => {
        size += bytes.length
        if (size > maxBytes) throw new AppError('ERR_TOO_LARGE')
        return write(bytes)
      }),
    )
  } catch (error) {
    if (error instanceof AppError || error instanceof MediaGone) throw error
    throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
  }
}

/** Returns TLS options of `fetch` that trust one more authority. */
export async function trusting(ca: string | null) {
  if (!ca) return {}
  const { rootCertificates } = await import('node:tls') // parses all root certificates, so it is loaded when needed
  return { tls: { ca: [...rootCertificates, ca] } }
}
