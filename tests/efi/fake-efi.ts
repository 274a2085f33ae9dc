import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { brCode } from '../../src/features/provider/payments/brcode'
import { certificates } from './certificates'

export const credentials = { clientId: 'Client_Id_stand_in_1234', clientSecret: 'Client_Secret_stand_in_5678' }

interface Cob {
  txid: string
  status: string
  chave: string
  valor: { original: string }
  calendario: { expiracao: number }
  loc: { id: number }
  pix?: { endToEndId: string; txid: string; valor: string; horario: string }[]
}

interface Card {
  charge_id: number
  custom_id: string
  status: string
  total: number
  payment_token: string
  notification_url: string
}

/**
 * Fake of the payment service Efí with the parts the product uses: TLS with a client certificate, OAuth, immediate Pix
 * charges, the QR code of a charge, card charges, and a webhook called after a payment. `failNext` and
 * `responsesHeldUntil` simulate a faulty network.
 */
export class FakeEfi {
  readonly charges = new Map<string, Cob>()
  /** Method and path of each request received. */
  readonly requests: string[] = []
  /** Webhook address the product registered. */
  webhook: string | null = null
  /** Answers the next `times` requests with this status, and with this body if one is given. */
  failNext: { status: number; times: number; body?: object } | null = null
  /** Responses wait for this promise. */
  responsesHeldUntil: Promise<void> | null = null
  readonly cards: Card[] = []
  /** Outcome of the next card charges. `lost`: the card is charged, but the response is 504. */
  bankDecision: 'approved' | 'waiting' | 'unpaid' | 'refused' | 'lost' = 'approved'
  private readonly tokens = new Set<string>()

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeEfi> {
    const { server: own, authority } = certificates()
    const server = createServer({ ...own, ca: authority, requestCert: true, rejectUnauthorized: true })
    const fake = new FakeEfi(server)
    server.on('request', (request, response) => void fake.handle(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return fake
  }

  get address(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}`
  }

  stop() {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** Expires all OAuth tokens, as an hour does. */
  expireTokens = () => this.tokens.clear()

  /** Pays a charge and returns the body of the webhook call, without calling it. */
  pay(txid: string, { amount, key, e2eId }: { amount?: string; key?: string; e2eId?: string } = {}) {
    const cob = this.charges.get(txid)
    if (!cob) throw new Error(`no charge ${txid}`)
    const valor = amount ?? cob.valor.original
    const endToEndId = e2eId ?? `E${randomBytes(15).toString('hex')}`
    cob.status = 'CONCLUIDA'
    cob.chave = key ?? cob.chave
    cob.pix = [{ endToEndId, txid, valor, horario: new Date().toISOString() }]
    return { pix: cob.pix }
  }

  /** Calls the registered webhook; like Efí, appends `/pix` to its address. */
  callWebhook(body: object): Promise<Response> {
    if (!this.webhook) throw new Error('no webhook registered')
    const headers = { 'content-type': 'application/json' }
    return fetch(`${this.webhook}/pix`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  private async handle(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request)
    const target = `${request.method} ${request.url}`
    this.requests.push(target)
    await this.responsesHeldUntil
    const [status, value] = this.takeFailure() ?? this.route(target, body, request)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }

  private takeFailure(): [number, object] | null {
    if (!this.failNext || this.failNext.times-- <= 0) return null
    return [this.failNext.status, this.failNext.body ?? { nome: 'erro', mensagem: 'inventado' }]
  }

  private route(target: string, body: never, { headers }: IncomingMessage): [number, object] {
    if (target === 'POST /oauth/token' || target === 'POST /v1/authorize') return this.signIn(headers.authorization)
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    if (!this.tokens.has(token)) return [401, { nome: 'nao_autorizado' }]
    const [, txid] = /^\w+ \/v2\/cob\/(\w+)$/.exec(target) ?? []
    if (txid)
      return target.startsWith('PUT') ? this.createCharge(txid, body) : this.chargeResponse(this.charges.get(txid))
    const [, loc] = /^GET \/v2\/loc\/(\d+)\/qrcode$/.exec(target) ?? []
    if (loc) return this.qrcode([...this.charges.values()].find((cob) => cob.loc.id === Number(loc)))
    if (target.startsWith('PUT /v2/webhook/')) return this.registerWebhook(body, headers['x-skip-mtls-checking'])
    if (target.includes(' /v1/')) return this.routeCards(target, body)
    return [404, { nome: 'nao_encontrado' }]
  }

  private signIn(authorization = ''): [number, object] {
    const wanted = `Basic ${btoa(`${credentials.clientId}:${credentials.clientSecret}`)}`
    if (authorization !== wanted) return [401, { error: 'invalid_client' }]
    const token = randomBytes(12).toString('hex')
    this.tokens.add(token)
    return [200, { access_token: token, token_type: 'Bearer', expires_in: 3600 }]
  }

  private createCharge(txid: string, cob: Omit<Cob, 'txid' | 'status' | 'loc'>): [number, object] {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return [400, { nome: 'txid_invalido' }]
    if (this.charges.has(txid)) return [409, { nome: 'txid_duplicado' }]
    if (!/^\d+\.\d\d$/.test(cob.valor.original)) return [400, { nome: 'valor_invalido' }]
    const made = { ...cob, txid, status: 'ATIVA', loc: { id: this.charges.size + 1 } }
    this.charges.set(txid, made)
    return [201, made]
  }

  private chargeResponse(cob: Cob | undefined): [number, object] {
    return cob ? [200, cob] : [404, { nome: 'cobranca_nao_encontrada' }]
  }

  private qrcode(cob: Cob | undefined): [number, object] {
    if (!cob) return [404, { nome: 'location_nao_encontrada' }]
    const amount = Math.round(Number(cob.valor.original) * 100)
    const qrcode = brCode({ key: cob.chave, name: 'EFI', city: 'OURO PRETO', amount, txid: cob.txid.slice(0, 25) })
    return [200, { qrcode, imagemQrcode: 'data:image/png;base64,' }]
  }

  private routeCards(target: string, body: never): [number, object] {
    if (target === 'POST /v1/charge/one-step') return this.chargeCard(body)
    const [, card] = /^GET \/v1\/charge\/(\d+)$/.exec(target) ?? []
    if (card) return [200, { code: 200, data: this.cards[Number(card) - 1] }]
    const [, notification] = /^GET \/v1\/notification\/(\d+)$/.exec(target) ?? []
    if (notification) return [200, { code: 200, data: this.notificationsOf(Number(notification)) }]
    return [404, { nome: 'nao_encontrado' }]
  }

  private chargeCard({ items, metadata, payment }: CardOrder): [number, object] {
    if (this.bankDecision === 'refused') return [400, { code: 3500010, error: 'validation_error' }]
    const card: Card = {
      charge_id: this.cards.length + 1,
      ...metadata,
      status: this.bankDecision === 'lost' ? 'approved' : this.bankDecision,
      total: items.reduce((sum, { value, amount }) => sum + value * amount, 0),
      payment_token: payment.credit_card.payment_token,
    }
    this.cards.push(card)
    return this.bankDecision === 'lost' ? [504, {}] : [200, { code: 200, data: card }]
  }

  private notificationsOf(id: number) {
    const card = this.cards[id - 1]
    return [{ custom_id: card?.custom_id, status: { current: card?.status }, identifiers: { charge_id: id } }]
  }

  private registerWebhook({ webhookUrl }: { webhookUrl: string }, skips: unknown): [number, object] {
    if (skips !== 'true') return [400, { nome: 'webhook_invalido' }]
    this.webhook = webhookUrl
    return [200, { webhookUrl }]
  }
}

interface CardOrder {
  items: { value: number; amount: number }[]
  metadata: { custom_id: string; notification_url: string }
  payment: { credit_card: { payment_token: string } }
}

async function readBody(request: IncomingMessage): Promise<never> {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text || '{}') as never
}
