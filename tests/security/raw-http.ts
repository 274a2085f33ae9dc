import { defaultWaitMs } from '../../emulator/default-wait'

/**
 * HTTP client that sends any bytes, also those that browsers and Bun's `fetch` refuse: invalid paths, headers and
 * lengths.
 */

/** Request; `bytesOf` adds Content-Length unless a header sets the length. */
export interface RawRequest {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: Uint8Array<ArrayBuffer> | null
}
export interface RawResponse {
  /** 0 if the server closed the connection without an answer. */
  status: number
  head: string
  body: Buffer
}

const timeoutMs = defaultWaitMs

/** Sends requests one after the other over one connection, and reopens it when the server has closed it. */
export class RawConnection {
  private socket: Bun.Socket | undefined
  private received = Buffer.alloc(0)
  private wake: () => void = () => {}
  private open = false

  constructor(
    private readonly port: number,
    private readonly hostname = '127.0.0.1',
  ) {}

  /** Sends a request and returns the whole response. @throws Error without a response in time */
  async send(raw: RawRequest): Promise<RawResponse> {
    return this.sendBytes(bytesOf(raw), raw.method === 'HEAD')
  }

  async sendBytes(bytes: Uint8Array<ArrayBuffer>, headOnly = false): Promise<RawResponse> {
    if (!this.open) await this.connect()
    this.received = Buffer.alloc(0)
    this.write(bytes)
    const until = Date.now() + timeoutMs
    for (;;) {
      const response = parseResponse(this.received, headOnly, !this.open)
      if (response) {
        if (/^connection: close/im.test(response.head)) this.close()
        return response
      }
      if (!this.open) return { status: 0, head: '', body: this.received }
      if (Date.now() > until) throw new Error(`no answer within ${timeoutMs} ms`)
      await this.waitForData(until - Date.now())
    }
  }

  close() {
    this.open = false
    this.socket?.terminate()
  }

  private pending: Uint8Array<ArrayBuffer> = new Uint8Array()

  private write(bytes: Uint8Array<ArrayBuffer>) {
    const sent = this.socket?.write(bytes) ?? 0
    this.pending = bytes.subarray(Math.max(0, sent))
  }

  private async connect() {
    this.pending = new Uint8Array()
    this.socket = await Bun.connect({
      hostname: this.hostname,
      port: this.port,
      socket: {
        data: (_, chunk) => {
          this.received = Buffer.concat([this.received, chunk])
          this.wake()
        },
        drain: () => this.write(this.pending),
        close: () => this.closed(),
        error: () => this.closed(),
      },
    })
    this.open = true
  }

  private closed() {
    this.open = false
    this.wake()
  }

  private waitForData(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, ms))
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

export function bytesOf({ method, path, headers, body }: RawRequest): Uint8Array<ArrayBuffer> {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost']
  for (const [name, value] of headers) lines.push(`${name}: ${value}`)
  if (body && !headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name)))
    lines.push(`Content-Length: ${body.length}`)
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return new Uint8Array(Buffer.concat([head, body ?? new Uint8Array()]))
}

/** First complete response in the bytes, or null while it is incomplete. */
function parseResponse(received: Buffer, headOnly: boolean, ended: boolean): RawResponse | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = received.subarray(0, end).toString('latin1')
  const status = Number(head.slice(9, 12))
  if (status === 100) return parseResponse(received.subarray(end + 4), headOnly, ended)
  const rest = received.subarray(end + 4)
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (headOnly || status === 204 || status === 304 || status === 101) return { status, head, body: Buffer.alloc(0) }
  if (length !== undefined)
    return rest.length >= Number(length) ? { status, head, body: rest.subarray(0, Number(length)) } : null
  if (/^transfer-encoding: *chunked/im.test(head)) {
    const body = joinChunks(rest)
    return body && { status, head, body }
  }
  return ended ? { status, head, body: rest } : null
}

/** Body of a chunked response (RFC 9112, 7.1), or null while the last chunk is missing. */
function joinChunks(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const endOfSize = bytes.indexOf('\r\n', at)
    if (endOfSize < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, endOfSize), 16)
    const [start, end] = [endOfSize + 2, endOfSize + 2 + size]
    if (!(bytes.length >= end + 2)) return null
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(start, end))
    at = end + 2
  }
}
