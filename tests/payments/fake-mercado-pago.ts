import { createHmac, randomUUID } from 'node:crypto'
import { brCode } from '../../src/features/provider/payments/brcode'
import { isDocument } from '../../src/shared/document'
import { type Answer, type Asked, type NoticeCall, PaymentStandIn } from './stand-in'

export const mercadoPagoToken = 'APP_USR-stand-in-0123456789'
export const signingSecret = 'secret-of-the-application-4321'
const minute = 60_000

interface Payment {
  id: number
  status: string
  currency_id: string
  transaction_amount: number
  transaction_amount_refunded: number
  external_reference: string
  notification_url?: string
  date_of_expiration: string
}
interface Order extends Payment {
  payment_method_id: string
  payer?: { email?: string; identification?: { number: string } }
}

/**
 * Mercado Pago with the calls the product uses (mercadopago.com.br/developers): payments by Pix, their search, and signed
 * notifications. It refuses a wrong token, a payment without a key of idempotency, the key of another payment, a code that
 * is good for less than 30 minutes or more than 30 days, and a payer without an address.
 */
export class FakeMercadoPago extends PaymentStandIn {
  readonly name = 'mercado-pago'
  readonly payments: Payment[] = []
  private readonly byKey = new Map<string, { text: string; payment: Payment }>()

  references = () => this.payments.map(({ external_reference }) => external_reference)

  pay(reference: string) {
    const payment = this.paymentOf(reference)
    if (payment.status !== 'pending') throw new Error('code refused')
    payment.status = 'approved'
  }

  refund(reference: string, cents: number) {
    const payment = this.paymentOf(reference)
    payment.transaction_amount_refunded += cents / 100
    if (payment.transaction_amount_refunded >= payment.transaction_amount) payment.status = 'refunded'
  }

  expire(reference: string) {
    this.paymentOf(reference).status = 'cancelled'
  }

  notice(reference: string, { secret = signingSecret, at = Date.now() } = {}): NoticeCall {
    const { id, notification_url = '/api/subscription/webhook/mercado-pago' } = this.paymentOf(reference)
    const { pathname, searchParams } = new URL(notification_url, 'https://balcao.test')
    searchParams.set('data.id', String(id))
    searchParams.set('type', 'payment')
    const request = randomUUID()
    const manifest = `id:${id};request-id:${request};ts:${at};`
    const v1 = createHmac('sha256', secret).update(manifest).digest('hex')
    const headers = { 'x-request-id': request, 'x-signature': `ts=${at},v1=${v1}` }
    const body = { action: 'payment.updated', type: 'payment', data: { id: String(id) }, live_mode: true }
    return { path: `${pathname}?${searchParams}`, headers, body }
  }

  forgeries(reference: string): NoticeCall[] {
    const genuine = this.notice(reference)
    const old = this.notice(reference, { at: Date.now() - 60 * minute })
    const ahead = this.notice(reference, { at: Date.now() + 60 * minute })
    const other = { ...genuine, path: genuine.path.replace(/data\.id=\d+/, 'data.id=987') }
    const unsigned = { ...genuine, headers: { 'x-request-id': '1' } }
    const moved = { ...genuine, headers: { ...genuine.headers, 'x-request-id': randomUUID() } }
    return [this.notice(reference, { secret: 'guess' }), old, ahead, other, unsigned, moved]
  }

  protected secrets = () => ({ accessToken: mercadoPagoToken, signingSecret })

  protected route({ method, path, query, headers, body }: Asked): Answer {
    if (headers.authorization !== `Bearer ${mercadoPagoToken}`) return refuse(401, 'invalid access token')
    const target = `${method} ${path}`
    if (target === 'GET /users/me') return [200, { id: 1 }]
    if (target === 'POST /v1/payments') return this.addOnce(body as unknown as Order, headers['x-idempotency-key'])
    if (target === 'GET /v1/payments/search') return this.search(query)
    const [, id] = /^GET \/v1\/payments\/(\d+)$/.exec(target) ?? []
    const payment = this.payments.find((one) => String(one.id) === id)
    return payment ? [200, withCode(payment)] : refuse(404, 'Payment not found')
  }

  private addOnce(order: Order, key: string | string[] | undefined): Answer {
    if (typeof key !== 'string' || key === '') return refuse(400, 'X-Idempotency-Key is required')
    const [text, before] = [JSON.stringify(order), this.byKey.get(key)]
    if (before) return before.text === text ? [200, before.payment] : refuse(409, 'idempotency key of another payment')
    const fault = faultOf(order)
    if (fault) return refuse(400, fault)
    const payment = { ...order, id: 1000 + this.payments.length, status: 'pending', currency_id: 'BRL' }
    this.payments.push({ ...payment, transaction_amount_refunded: 0 })
    const made = this.payments.at(-1) as Payment
    this.byKey.set(key, { text, payment: made })
    return [201, withCode(made)]
  }

  private search(query: URLSearchParams): Answer {
    const wanted = query.get('external_reference')
    return [200, { results: this.payments.filter((one) => one.external_reference === wanted).map(withCode) }]
  }

  private paymentOf(reference: string): Payment {
    const payment = this.payments.find(({ external_reference }) => external_reference === reference)
    if (!payment) throw new Error(`no payment ${reference}`)
    return payment
  }
}

function faultOf({ payment_method_id: method, transaction_amount: amount, payer, date_of_expiration: until }: Order) {
  if (method !== 'pix' || !(amount > 0)) return 'invalid payment'
  if (!payer?.email?.includes('@')) return 'payer.email'
  if (payer.identification && !isDocument(payer.identification.number)) return 'Invalid user identification number'
  const left = Date.parse(until) - Date.now()
  return /[+-]\d\d:\d\d$/.test(until) && left > 30 * minute && left < 30 * 24 * 60 * minute
    ? null
    : 'date_of_expiration'
}

const withCode = (payment: Payment) => ({
  ...payment,
  point_of_interaction: { type: 'PIX', transaction_data: codeOf(payment) },
})
const codeOf = ({ id, transaction_amount }: Payment) => ({
  qr_code: brCode({
    ...{ key: 'mercadopago', name: 'MP', city: 'OSASCO', amount: Math.round(transaction_amount * 100) },
    txid: `MP${id}`,
  }),
  ticket_url: `https://www.mercadopago.com.br/payments/${id}/ticket`,
})

const refuse = (status: number, message: string): Answer => [status, { status, message }]
