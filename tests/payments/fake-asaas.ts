import { brCode } from '../../src/features/provider/payments/brcode'
import { isDocument } from '../../src/shared/document'
import { type Answer, type Asked, type NoticeCall, PaymentStandIn } from './stand-in'

export const asaasKey = '$aact_hmlg_stand_in_000123456789'

interface Payment {
  id: string
  customer: string
  billingType: string
  value: number
  dueDate: string
  externalReference: string
  status: string
  deleted: boolean
  invoiceUrl: string
  refunds: { status: string; value: number }[] | null
}
interface Webhook {
  id: string
  url: string
  authToken: string
}

/**
 * Asaas with the calls the product uses (docs.asaas.com): customers, payments, their Pix code, and webhooks. It refuses
 * a wrong key, a GET with a body, a customer without a valid document, a payment without a customer, below R$ 5.00 or due
 * in the past, and a token of less than 32 characters.
 */
export class FakeAsaas extends PaymentStandIn {
  readonly name = 'asaas'
  readonly payments: Payment[] = []
  readonly webhooks: Webhook[] = []
  private readonly customers: { id: string; cpfCnpj: string }[] = []
  private readonly expired = new Set<string>()

  references = () => this.payments.map(({ externalReference }) => externalReference)

  pay(reference: string) {
    const payment = this.paymentOf(reference)
    if (payment.status !== 'PENDING' || payment.deleted || this.expired.has(reference)) throw new Error('code refused')
    payment.status = 'RECEIVED'
  }

  refund(reference: string, cents: number) {
    const payment = this.paymentOf(reference)
    payment.refunds = [...(payment.refunds ?? []), { status: 'DONE', value: cents / 100 }]
    const back = payment.refunds.reduce((sum, { value }) => sum + value, 0)
    if (back >= payment.value) payment.status = 'REFUNDED'
  }

  expire(reference: string) {
    this.expired.add(reference)
    this.paymentOf(reference).status = 'OVERDUE'
  }

  notice(reference: string, token = this.webhooks.at(-1)?.authToken ?? ''): NoticeCall {
    const payment = this.paymentOf(reference)
    const body = { id: `evt_${payment.id}`, event: `PAYMENT_${payment.status}`, payment }
    return { path: '/api/subscription/webhook/asaas', headers: { 'asaas-access-token': token }, body }
  }

  forgeries(reference: string): NoticeCall[] {
    const { path, body } = this.notice(reference)
    const paid = { ...body, event: 'PAYMENT_RECEIVED', payment: { ...this.paymentOf(reference), status: 'RECEIVED' } }
    return [{}, { 'asaas-access-token': '' }, { 'asaas-access-token': 'x'.repeat(43) }].map((headers) => ({
      ...{ path, headers: headers as Record<string, string>, body: paid },
    }))
  }

  protected secrets = () => ({ accessToken: asaasKey })

  protected route({ method, path, query, headers, body }: Asked): Answer {
    if (headers.access_token !== asaasKey) return refuse(401, 'invalid_access_token')
    if (method === 'GET' && Object.keys(body).length > 0) return [403, {}]
    const target = `${method} ${path}`
    if (target === 'GET /v3/customers') return this.listCustomers(query)
    if (target === 'POST /v3/customers') return this.addCustomer(body)
    if (target === 'GET /v3/payments') return this.listPayments(query)
    if (target === 'POST /v3/payments') return this.addPayment(body)
    if (target === 'GET /v3/webhooks') return [200, { data: this.webhooks.map(({ id, url }) => ({ id, url })) }]
    const [, id, code] = /^GET \/v3\/payments\/(\w+)(\/pixQrCode)?$/.exec(target) ?? []
    if (id) return this.readPayment(id, code !== undefined)
    const [, hook] = /^(?:POST|PUT) \/v3\/webhooks\/?(\w*)$/.exec(target) ?? []
    return hook === undefined ? [404, {}] : this.storeWebhook(hook, body)
  }

  private listCustomers(query: URLSearchParams): Answer {
    return [200, { data: this.customers.filter(({ cpfCnpj }) => cpfCnpj === query.get('cpfCnpj')) }]
  }

  private addCustomer({ name, cpfCnpj }: Record<string, unknown>): Answer {
    if (!name || !isDocument(`${cpfCnpj}`)) return refuse(400, 'invalid_cpfCnpj')
    const customer = { id: `cus_${this.customers.length + 1}`, cpfCnpj: `${cpfCnpj}` }
    this.customers.push(customer)
    return [200, customer]
  }

  private listPayments(query: URLSearchParams): Answer {
    const wanted = query.get('externalReference')
    return [200, { data: this.payments.filter((one) => !wanted || one.externalReference === wanted) }]
  }

  private addPayment(body: Record<string, unknown>): Answer {
    const { customer, billingType, value, dueDate, externalReference } = body as unknown as Payment
    if (!this.customers.some(({ id }) => id === customer)) return refuse(400, 'invalid_customer')
    if (!['PIX', 'BOLETO', 'CREDIT_CARD', 'UNDEFINED'].includes(billingType)) return refuse(400, 'invalid_billingType')
    if (typeof value !== 'number' || value < 5) return refuse(400, 'invalid_value')
    if (!/^\d{4}-\d\d-\d\d$/.test(dueDate) || dueDate < new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
      return refuse(400, 'invalid_dueDate')
    const id = `pay_${this.payments.length + 1}`
    const payment = { id, customer, billingType, value, dueDate, externalReference, status: 'PENDING', deleted: false }
    this.payments.push({ ...payment, refunds: null, invoiceUrl: `https://www.asaas.com/i/${id}` })
    return [200, this.payments.at(-1) as Payment]
  }

  private readPayment(id: string, code: boolean): Answer {
    const payment = this.payments.find((one) => one.id === id)
    if (!payment) return [404, {}]
    if (!code) return [200, payment]
    const amount = Math.round(payment.value * 100)
    const payload = brCode({ key: 'asaas', name: 'ASAAS', city: 'JOINVILLE', amount, txid: id.replace('_', '') })
    return [200, { payload, encodedImage: '', expirationDate: '2097-01-01 23:59:59' }]
  }

  private storeWebhook(id: string, body: Record<string, unknown>): Answer {
    const { url, email, authToken = '' } = body as { url?: string; email?: string; authToken?: string }
    if (!url || !email || authToken.length < 32 || authToken.length > 255) return refuse(400, 'invalid_webhook')
    const known = this.webhooks.find((one) => one.id === id)
    if (id && !known) return [404, {}]
    if (!known && this.webhooks.length >= 10) return refuse(400, 'too_many_webhooks')
    if (known) Object.assign(known, { url, authToken })
    else this.webhooks.push({ id: `hook${this.webhooks.length + 1}`, url, authToken })
    return [200, {}]
  }

  private paymentOf(reference: string): Payment {
    const payment = this.payments.find(({ externalReference }) => externalReference === reference)
    if (!payment) throw new Error(`no payment ${reference}`)
    return payment
  }
}

const refuse = (status: number, code: string): Answer => [status, { errors: [{ code, description: 'Recusado' }] }]
