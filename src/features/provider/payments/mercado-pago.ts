import { createHmac, randomBytes } from 'node:crypto'
import { sameText } from '../../../core/secrets'
import { accountMark } from './account-mark'
import {
  type Adapter,
  type ChargeKey,
  type ChargeRequest,
  type ChargeStatus,
  type Notice,
  type Provider,
  validDays,
} from './adapter'
import { noticePath, type StoredConfig } from './config'
import { serviceClient, serviceError, unlessMissing } from './service-request'

/** One address; a key of a test user makes test payments. Settings with `sandbox` are refused. */
const bases = { production: 'https://api.mercadopago.com', sandbox: 'https://api.mercadopago.com' }
const day = 86_400_000
/** Difference in ms between a signed time and ours from which a notification is refused. Polls find the payment. */
const maxSkew = 10 * 60_000

const clientOf = (config: StoredConfig) =>
  serviceClient(config, bases, { authorization: `Bearer ${config.accessToken}` })
type Client = ReturnType<typeof clientOf>

/** The used fields of a payment at Mercado Pago; amounts in units of BRL. */
interface Payment {
  id?: number | string
  external_reference?: string
  status?: string
  currency_id?: string
  transaction_amount?: number
  transaction_amount_refunded?: number
  date_of_expiration?: string
  point_of_interaction?: { transaction_data?: { qr_code?: string } }
}

/** Pix payments at Mercado Pago. Our txid is the external reference and the key of idempotency. */
function provider(config: StoredConfig, publicUrl: string): Provider {
  const ask = clientOf(config)
  return {
    name: 'mercado-pago',
    manual: false,
    pixKey: accountMark(config),
    newTxid: () => randomBytes(16).toString('hex'),
    async charge(wanted) {
      const expiresAt = new Date(Date.now() + validDays * day).toISOString()
      const key = { 'x-idempotency-key': wanted.txid }
      const begun = wanted.isBegun ? await findPayment(ask, { txid: wanted.txid, serviceId: null }) : null
      const made = begun ?? (await ask<Payment>('POST', '/v1/payments', paymentOf(wanted, expiresAt, publicUrl), key))
      // Its page (`ticket_url`) shows the same code and no other way to pay.
      const { qr_code: brcode } = made.point_of_interaction?.transaction_data ?? {}
      if (!made.id || !brcode) throw serviceError('no qr_code')
      return { brcode, expiresAt: endOf(made) ?? expiresAt, serviceId: String(made.id) }
    },
    async find(charge) {
      const payment = await findPayment(ask, charge)
      return payment?.external_reference === charge.txid ? statusIn(payment, charge) : null
    },
  }
}

const endOf = ({ date_of_expiration: end = '' }: Payment) =>
  Number.isNaN(Date.parse(end)) ? null : new Date(end).toISOString()

const paymentOf = ({ txid, amount, text, payer, email }: ChargeRequest, expiresAt: string, publicUrl: string) => ({
  transaction_amount: amount / 100,
  description: text.slice(0, 250),
  payment_method_id: 'pix',
  external_reference: txid,
  date_of_expiration: expiresAt.replace('Z', '+00:00'),
  // Mercado Pago calls https addresses only; `source_news` asks for signed calls alone.
  ...(publicUrl.startsWith('https:') && {
    notification_url: `${publicUrl}${noticePath('mercado-pago')}?txid=${txid}&source_news=webhooks`,
  }),
  payer: {
    email,
    first_name: payer.firstName,
    last_name: payer.lastName,
    ...(payer.document && {
      identification: { type: payer.document.length === 11 ? 'CPF' : 'CNPJ', number: payer.document },
    }),
  },
})

async function findPayment(ask: Client, { txid, serviceId }: Omit<ChargeKey, 'pixKey'>): Promise<Payment | null> {
  if (serviceId) return unlessMissing(ask<Payment>('GET', `/v1/payments/${encodeURIComponent(serviceId)}`))
  const { results } = await ask<{ results?: Payment[] }>('GET', `/v1/payments/search?external_reference=${txid}`)
  return (Array.isArray(results) && results[0]) || null
}

function statusIn(payment: Payment, { pixKey }: ChargeKey): ChargeStatus {
  const { currency_id: currency, transaction_amount: paid = -1, transaction_amount_refunded: back = 0 } = payment
  const amount = currency === 'BRL' ? Math.round((paid - back) * 100) : -1
  const status = statusOf(payment.status)
  return { status, amount, pixKey, e2eId: status === 'paid' ? `mercado-pago ${payment.id}` : null }
}

function statusOf(status = ''): ChargeStatus['status'] {
  if (status === 'approved') return 'paid'
  return ['pending', 'in_process', 'authorized', 'in_mediation'].includes(status) ? 'open' : 'over'
}

/** Text that Mercado Pago signs: parts that a call lacks are left out, letters of an id are small. */
function manifestOf({ headers, query }: Omit<Notice, 'body'>, ts: string): string {
  const id = query.get('data.id')?.toLowerCase()
  const request = headers.get('x-request-id')
  return `${id ? `id:${id};` : ''}${request ? `request-id:${request};` : ''}ts:${ts};`
}

/** Header `x-signature`: `ts=…,v1=…`, the HMAC of the manifest with the secret of the application. */
function isSigned(notice: Omit<Notice, 'body'>, secret: string, now: number): boolean {
  const parts = (notice.headers.get('x-signature') ?? '').slice(0, 300).split(',')
  const fields = Object.fromEntries(parts.map((part) => part.split('=', 2).map((text) => text.trim())))
  const { ts = '', v1 = '' } = fields as { ts?: string; v1?: string }
  if (secret === '' || !/^\d{10,13}$/.test(ts)) return false
  const at = ts.length === 13 ? Number(ts) : Number(ts) * 1000
  if (Math.abs(now - at) > maxSkew) return false
  return sameText(v1, createHmac('sha256', secret).update(manifestOf(notice, ts)).digest('hex'))
}

/** Mercado Pago: mercadopago.com.br/developers, "Payments" and "Webhooks". */
export const mercadoPago: Adapter = {
  provider,
  test: (config) => clientOf(config)('GET', '/users/me'),
  register: null, // each payment names the address
  notices: {
    // Calls by the older IPN carry no signature that can be checked.
    isIgnored: ({ query }) => query.has('topic') && !query.has('data.id'),
    isGenuine: (notice, { signingSecret }, now) => isSigned(notice, signingSecret, now),
    chargeIn({ query }) {
      const [txid, serviceId] = [query.get('txid'), query.get('data.id')]
      if (txid) return { txid }
      return serviceId ? { serviceId } : null
    },
  },
}
