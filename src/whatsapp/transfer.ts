import { type Write, writeDurableFile } from '../core/storage/durable-file'
import { AppError } from '../shared/errors'

const origin = 'https://web.whatsapp.com'
/** Without a byte for this long (ms) a transfer is given up. */
const stall = 30_000

/** The file is not on the server any more; of a message's the phone may upload it again. */
export class MediaGone extends Error {}

export interface MediaTrust {
  /** PEM of an authority trusted beside the usual ones. */
  ca: string | null
  /** True for another server than WhatsApp's own, whose media may be on any host. */
  anyHost: boolean
}

/** True for an https address of WhatsApp's own, or, of another server, anywhere. */
export const isTrusted = (address: URL, { anyHost }: MediaTrust): boolean =>
  address.protocol === 'https:' && (anyHost || /(^|\.)whatsapp\.net$/.test(address.hostname))

/** What is there at an address, in pieces. Throws MediaGone, ERR_WAPP_DOWNLOAD_MEDIA, ERR_TOO_LARGE (by its own word). */
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
      if (isStalled) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA') // to the reader it looks like an end
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/**
 * Writes a file that appears at `path` whole and durable, or not at all, of at most `maxBytes`.
 * @throws MediaGone, ERR_TOO_LARGE and, for every other failure, ERR_WAPP_DOWNLOAD_MEDIA.
 */
export async function wholeFile(path: string, maxBytes: number, fill: (write: Write) => Promise<void>): Promise<void> {
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

/** TLS options of `fetch` that trust one more authority. */
async function trusting(ca: string | null) {
  if (!ca) return {}
  const { rootCertificates } = await import('node:tls') // parses all root certificates: not at the start
  return { tls: { ca: [...rootCertificates, ca] } }
}

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
  const wrapper = async (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) =>
    new Headers(init?.headers).get('origin') === origin
      ? plain(input, { ...init, ...(await trusting(authority ?? null)) })
      : plain(input, init)
  globalThis.fetch = Object.assign(wrapper, plain)
}
