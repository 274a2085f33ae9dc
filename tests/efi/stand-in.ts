import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { brCode } from '../../src/features/payments/brcode'
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
 * The Pix service of Efí as far as it is used: nobody gets in without a certificate of its authority, then OAuth, immediate
 * charges, the QR code of a location, and a webhook that is called when somebody pays. `fail` and `delay` make it behave
 * as badly as a network does.
 */
export class EfiStandIn {
  readonly charges = new Map<string, Cob>()
  readonly asked: string[] = []
  webhook: string | null = null
  /** How many of the next answers are this status instead. */
  fail: { status: number; times: number } | null = null
  delay: Promise<void> | null = null
  readonly cards: Card[] = []
  /** The card's bank: what it says of the next charge; `lost` charges it and the answer never arrives. */
  bank: 'approved' | 'waiting' | 'unpaid' | 'refused' | 'lost' = 'approved'
  private readonly tokens = new Set<string>()

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EfiStandIn> {
    const { server: own, authority } = certificates()
    const server = createServer({ ...own, ca: authority, requestCert: true, rejectUnauthorized: true })
    const standIn = new EfiStandIn(server)
    server.on('request', (request, answer) => void standIn.answer(request, answer))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return standIn
  }

  get address(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}`
  }

  stop() {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** All tokens are over, as after an hour. */
  forgetTokens = () => this.tokens.clear()

  /** Somebody pays; answers what the webhook would be told. */
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

  /** Calls the address that was registered, with `/pix` behind it as Efí does. */
  call(body: object): Promise<Response> {
    if (!this.webhook) throw new Error('no webhook registered')
    const headers = { 'content-type': 'application/json' }
    return fetch(`${this.webhook}/pix`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  private async answer(request: IncomingMessage, answer: ServerResponse) {
    const body = await bodyOf(request)
    const asked = `${request.method} ${request.url}`
    this.asked.push(asked)
    await this.delay
    const [status, value] = this.failing() ?? this.route(asked, body, request)
    answer.writeHead(status, { 'content-type': 'application/json' })
    answer.end(JSON.stringify(value))
  }

  private failing(): [number, object] | null {
    if (!this.fail || this.fail.times-- <= 0) return null
    return [this.fail.status, { nome: 'erro', mensagem: 'inventado' }]
  }

  private route(asked: string, body: never, { headers }: IncomingMessage): [number, object] {
    if (asked === 'POST /oauth/token' || asked === 'POST /v1/authorize') return this.signIn(headers.authorization)
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    if (!this.tokens.has(token)) return [401, { nome: 'nao_autorizado' }]
    const [, txid] = /^\w+ \/v2\/cob\/(\w+)$/.exec(asked) ?? []
    if (txid) return asked.startsWith('PUT') ? this.make(txid, body) : this.found(this.charges.get(txid))
    const [, loc] = /^GET \/v2\/loc\/(\d+)\/qrcode$/.exec(asked) ?? []
    if (loc) return this.qrcode([...this.charges.values()].find((cob) => cob.loc.id === Number(loc)))
    if (asked.startsWith('PUT /v2/webhook/')) return this.register(body, headers['x-skip-mtls-checking'])
    if (asked.includes(' /v1/')) return this.routeCards(asked, body)
    return [404, { nome: 'nao_encontrado' }]
  }

  private signIn(authorization = ''): [number, object] {
    const wanted = `Basic ${btoa(`${credentials.clientId}:${credentials.clientSecret}`)}`
    if (authorization !== wanted) return [401, { error: 'invalid_client' }]
    const token = randomBytes(12).toString('hex')
    this.tokens.add(token)
    return [200, { access_token: token, token_type: 'Bearer', expires_in: 3600 }]
  }

  private make(txid: string, cob: Omit<Cob, 'txid' | 'status' | 'loc'>): [number, object] {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) return [400, { nome: 'txid_invalido' }]
    if (this.charges.has(txid)) return [409, { nome: 'txid_duplicado' }]
    if (!/^\d+\.\d\d$/.test(cob.valor.original)) return [400, { nome: 'valor_invalido' }]
    const made = { ...cob, txid, status: 'ATIVA', loc: { id: this.charges.size + 1 } }
    this.charges.set(txid, made)
    return [201, made]
  }

  private found(cob: Cob | undefined): [number, object] {
    return cob ? [200, cob] : [404, { nome: 'cobranca_nao_encontrada' }]
  }

  private qrcode(cob: Cob | undefined): [number, object] {
    if (!cob) return [404, { nome: 'location_nao_encontrada' }]
    const amount = Math.round(Number(cob.valor.original) * 100)
    const qrcode = brCode({ key: cob.chave, name: 'EFI', city: 'OURO PRETO', amount, txid: cob.txid.slice(0, 25) })
    return [200, { qrcode, imagemQrcode: 'data:image/png;base64,' }]
  }

  private routeCards(asked: string, body: never): [number, object] {
    if (asked === 'POST /v1/charge/one-step') return this.chargeCard(body)
    const [, card] = /^GET \/v1\/charge\/(\d+)$/.exec(asked) ?? []
    if (card) return [200, { code: 200, data: this.cards[Number(card) - 1] }]
    const [, notification] = /^GET \/v1\/notification\/(\d+)$/.exec(asked) ?? []
    if (notification) return [200, { code: 200, data: this.noticesOf(Number(notification)) }]
    return [404, { nome: 'nao_encontrado' }]
  }

  private chargeCard({ items, metadata, payment }: CardOrder): [number, object] {
    if (this.bank === 'refused') return [400, { code: 3500010, error: 'validation_error' }]
    const card: Card = {
      charge_id: this.cards.length + 1,
      ...metadata,
      status: this.bank === 'lost' ? 'approved' : this.bank,
      total: items.reduce((sum, { value, amount }) => sum + value * amount, 0),
      payment_token: payment.credit_card.payment_token,
    }
    this.cards.push(card)
    return this.bank === 'lost' ? [504, {}] : [200, { code: 200, data: card }]
  }

  private noticesOf(id: number) {
    const card = this.cards[id - 1]
    return [{ custom_id: card?.custom_id, status: { current: card?.status }, identifiers: { charge_id: id } }]
  }

  private register({ webhookUrl }: { webhookUrl: string }, skips: unknown): [number, object] {
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

async function bodyOf(request: IncomingMessage): Promise<never> {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text || '{}') as never
}
