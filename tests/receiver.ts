import { createHmac } from 'node:crypto'

export interface Received {
  path: string
  headers: Headers
  text: string
  body: { id: string; event: string; [field: string]: unknown }
}
type Answer = (received: Received) => Response | Promise<Response>

/** HTTP server in place of a company's program. Each request is kept in `received` and answered by `answer`. */
export class Receiver {
  readonly received: Received[] = []
  private readonly server: Bun.Server<undefined>

  constructor(public answer: Answer = () => new Response('ok')) {
    this.server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => this.receive(request) })
  }

  get url() {
    return `http://127.0.0.1:${this.server.port}/hook`
  }

  close() {
    return this.server.stop(true)
  }

  private async receive(request: Request) {
    const text = await request.text()
    const one = { path: new URL(request.url).pathname, headers: request.headers, text, body: JSON.parse(text) }
    this.received.push(one)
    return this.answer(one)
  }
}

/** True when the request has a signature of the secret, as a receiver checks it. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const timestamp = headers.get('x-timestamp')
  const wanted = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
  return headers.get('x-signature') === `sha256=${wanted}` && Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
}
