import { randomBytes } from 'node:crypto'
import { sameText } from '../../../core/secrets'
import { addDays, dayIn, usualZone } from '../../../core/time'
import { accountMark } from './account-mark'
import {
  type Adapter,
  type ChargeKey,
  type ChargeRequest,
  type ChargeStatus,
  type Provider,
  validDays,
} from './adapter'
import { noticePath, type StoredConfig } from './config'
import { serviceClient, serviceError, unlessMissing } from './service-request'

/** docs.asaas.com, "Authentication" and "Sandbox". */
const bases = { production: 'https://api.asaas.com', sandbox: 'https://api-sandbox.asaas.com' }

const clientOf = (config: StoredConfig) =>
  serviceClient(config, bases, { access_token: config.accessToken, 'user-agent': 'Balcao' })
type Client = ReturnType<typeof clientOf>

/** The used fields of a payment at Asaas. */
interface Payment {
  id?: string
  externalReference?: string
  status?: string
  deleted?: boolean
  /** In units of BRL; paid late by slip, with interest and fine. */
  value?: number
  /** The price without interest and fine; null unless they were paid. */
  originalValue?: number | null
  refunds?: { status?: string; value?: number }[] | null
  invoiceUrl?: string
}

/** Charges at Asaas, paid by Pix, or on its page by card or slip. Our txid is the external reference. */
function provider(config: StoredConfig): Provider {
  const ask = clientOf(config)
  return {
    name: 'asaas',
    manual: false,
    pixKey: accountMark(config),
    newTxid: () => randomBytes(16).toString('hex'),
    async charge(wanted) {
      const begun = wanted.isBegun ? await findPayment(ask, { txid: wanted.txid, serviceId: null }) : null
      const made = begun ?? (await createPayment(ask, wanted))
      if (!made.id) throw serviceError('no id')
      const { payload } = await ask<{ payload?: string }>(
        'GET',
        `/v3/payments/${encodeURIComponent(made.id)}/pixQrCode`,
      )
      if (!payload) throw serviceError('no payload')
      // Its code can be paid for a year, and once only.
      return { brcode: payload, expiresAt: null, serviceId: made.id, payUrl: made.invoiceUrl ?? '' }
    },
    async find(charge) {
      const payment = await findPayment(ask, charge)
      return payment?.externalReference === charge.txid ? statusIn(payment, charge) : null
    },
  }
}

const createPayment = async (ask: Client, wanted: ChargeRequest) =>
  ask<Payment>('POST', '/v3/payments', paymentOf(wanted, await customerOf(ask, wanted)))

/** Asaas bills a customer, who is known by CPF or CNPJ. Returns its id. */
async function customerOf(ask: Client, { payer, email }: ChargeRequest): Promise<string> {
  const query = new URLSearchParams({ cpfCnpj: payer.document, limit: '1' })
  const { data } = await ask<{ data?: { id?: string }[] }>('GET', `/v3/customers?${query}`)
  const known = Array.isArray(data) ? data[0]?.id : undefined
  if (known) return known
  const name = `${payer.firstName} ${payer.lastName}`
  // The reminders are ours.
  const wanted = { name, cpfCnpj: payer.document, email, notificationDisabled: true }
  const { id } = await ask<{ id?: string }>('POST', '/v3/customers', wanted)
  if (!id) throw serviceError('no customer')
  return id
}

/** `UNDEFINED` lets the payer choose on the page, and has a Pix code as well. */
const paymentOf = ({ txid, amount, text }: ChargeRequest, customer: string) => ({
  customer,
  billingType: 'UNDEFINED',
  value: amount / 100,
  dueDate: addDays(dayIn(usualZone), validDays),
  description: text.slice(0, 500),
  externalReference: txid,
})

async function findPayment(ask: Client, { txid, serviceId }: Omit<ChargeKey, 'pixKey'>): Promise<Payment | null> {
  if (serviceId) return unlessMissing(ask<Payment>('GET', `/v3/payments/${encodeURIComponent(serviceId)}`))
  const { data } = await ask<{ data?: Payment[] }>('GET', `/v3/payments?externalReference=${txid}&limit=1`)
  return (Array.isArray(data) && data[0]) || null
}

function statusIn(payment: Payment, { pixKey }: ChargeKey): ChargeStatus {
  const refunds = Array.isArray(payment.refunds) ? payment.refunds : []
  const back = refunds.filter(({ status }) => status !== 'CANCELLED').reduce((sum, { value }) => sum + (value ?? 0), 0)
  const { value = -1 } = payment
  // The interest is beyond the price: what remains counts up to the price.
  const amount = Math.round(Math.min(payment.originalValue ?? value, value - back) * 100)
  const status = payment.deleted ? 'over' : statusOf(payment.status)
  return { status, amount, pixKey, e2eId: status === 'paid' ? `asaas ${payment.id}` : null }
}

/** `CONFIRMED` is a card that was charged and whose money arrives later. */
function statusOf(status = ''): ChargeStatus['status'] {
  if (['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH', 'DUNNING_RECEIVED'].includes(status)) return 'paid'
  const open = ['PENDING', 'OVERDUE', 'AWAITING_RISK_ANALYSIS', 'AUTHORIZED', 'DUNNING_REQUESTED']
  return open.includes(status) ? 'open' : 'over'
}

/** Registers our address with the token that each call repeats, or corrects the one registered before. */
async function register(config: StoredConfig, publicUrl: string, email: string) {
  const ask = clientOf(config)
  const url = `${publicUrl}${noticePath('asaas')}`
  const { data } = await ask<{ data?: { id?: string; url?: string }[] }>('GET', '/v3/webhooks')
  const known = Array.isArray(data) ? data.find((one) => one.url === url)?.id : undefined
  const settings = { name: 'Balcao', url, email, enabled: true, interrupted: false, apiVersion: 3 }
  const wanted = { ...settings, authToken: config.webhookSecret, sendType: 'NON_SEQUENTIALLY', events }
  return known ? ask('PUT', `/v3/webhooks/${encodeURIComponent(known)}`, wanted) : ask('POST', '/v3/webhooks', wanted)
}
/** docs.asaas.com, "Eventos para cobranças". */
const events = [
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_OVERDUE',
  'PAYMENT_DELETED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
]

/** Asaas: docs.asaas.com. Calls carry the registered token in the header `asaas-access-token`. */
export const asaas: Adapter = {
  provider,
  test: (config) => clientOf(config)('GET', '/v3/payments?limit=1'),
  register,
  notices: {
    isGenuine: ({ headers }, { webhookSecret }) =>
      webhookSecret !== '' && sameText(headers.get('asaas-access-token') ?? '', webhookSecret),
    chargeIn({ body }) {
      const { payment } = (typeof body === 'object' && body !== null ? body : {}) as { payment?: Payment | null }
      return typeof payment?.externalReference === 'string' ? { txid: payment.externalReference } : null
    },
  },
}
