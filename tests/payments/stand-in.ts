import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { PaymentConfigInput } from '../../src/features/provider/payments/model'
import { certificates } from '../efi/certificates'

/** A call of a payment service to our address. */
export interface NoticeCall {
  path: string
  headers: Record<string, string>
  body: object
}

/** Request as a stand-in sees it. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}
export type Answer = [status: number, body: object]

/** A payment service in memory, over TLS with an authority of its own. */
export abstract class PaymentStandIn {
  abstract readonly name: 'asaas' | 'mercado-pago'
  /** Method and path of each request received. */
  readonly requests: string[] = []
  /** Requests of this method and path are answered by 502 after they have had their effect. */
  losesAnswerTo = ''
  private readonly server: Server

  constructor() {
    const { server } = certificates()
    this.server = createServer(server, (request, response) => void this.handle(request, response))
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve))
    return this
  }

  get address(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}`
  }

  stop() {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** Settings with which the product reaches this service. */
  settings(): PaymentConfigInput {
    return {
      ...{ provider: this.name, environment: 'custom', baseUrl: this.address, authority: certificates().authority },
      ...{ pixKey: '', pixName: '', pixCity: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
      ...{ cardAccount: '', ...this.secrets() },
    }
  }

  /** References of the charges in the order in which they were made. */
  abstract references(): string[]
  /** The payer pays a code. Throws for one that has expired or is paid, as the payer's bank refuses it. */
  abstract pay(reference: string): void
  /** Gives cents back. */
  abstract refund(reference: string, cents: number): void
  /** Lets the code of a charge expire. */
  abstract expire(reference: string): void
  /** The call about a charge, as the service makes it now. */
  abstract notice(reference: string): NoticeCall
  /** Returns forged notifications. */
  abstract forgeries(reference: string): NoticeCall[]
  protected abstract secrets(): { accessToken: string; signingSecret?: string }
  protected abstract route(asked: Asked): Answer

  private async handle(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const part of request) text += part
    const { pathname, searchParams } = new URL(request.url ?? '/', this.address)
    const method = request.method ?? ''
    this.requests.push(`${method} ${pathname}`)
    const asked = {
      method,
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: JSON.parse(text || '{}'),
    }
    const isLost = `${method} ${pathname}` === this.losesAnswerTo
    const answer = this.route(asked)
    const [status, body]: Answer = isLost ? [502, {}] : answer
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
}
