import { type Static, t } from 'elysia'
import { day } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'
import { Cancellation } from '../cancellation/model'

const providerName = t.Union([t.Literal('pix-manual'), t.Literal('efi'), t.Literal('asaas'), t.Literal('mercado-pago')])
export type ProviderName = Static<typeof providerName>
/** Service of charges by card at Efí. */
export const cardName = 'efi-card'
/** Environment of the service: its sandbox, its production, or an address of the operator's own. */
const environment = t.Union([t.Literal('sandbox'), t.Literal('production'), t.Literal('custom')])

const text = ({ min = 0, max }: { min?: number; max: number }) => t.String({ minLength: min, maxLength: max })
const credential = text(limits.credential)

/** Certificate authority (PEM) for a custom address; empty for the system's authorities. */
const authority = text(limits.certificate)

/** Payment settings of the installation. An empty secret keeps the stored one; null deletes an optional one. */
export const PaymentConfigInput = t.Object({
  provider: providerName,
  pixKey: text({ max: limits.pixKey.max }),
  pixName: text({ max: limits.pixName.max }),
  pixCity: text({ max: limits.pixCity.max }),
  environment,
  baseUrl: text({ max: 200 }),
  clientId: credential,
  clientSecret: credential,
  /** PEM (certificate and key) as text, or a .p12 in base64. */
  certificate: text(limits.certificate),
  passphrase: t.Nullable(credential),
  /** Account identifier with which browsers turn cards into tokens; empty disables cards. */
  cardAccount: t.String({ pattern: '^([A-Za-z0-9]{32})?$' }),
  authority: t.Nullable(authority),
  /** Key of the API of Asaas or Mercado Pago. */
  accessToken: t.Optional(credential),
  /** Secret with which Mercado Pago signs its notifications. */
  signingSecret: t.Optional(credential),
})
export type PaymentConfigInput = Static<typeof PaymentConfigInput>

/** Settings in responses: a secret is shown as a mask with its last four characters. */
export const PaymentConfig = t.Composite([
  t.Omit(PaymentConfigInput, ['passphrase', 'authority', 'accessToken', 'signingSecret']),
  t.Object({
    ...{ passphrase: credential, authority, accessToken: credential, signingSecret: credential },
    webhookUrl: t.String(),
  }),
])
export type PaymentConfig = Static<typeof PaymentConfig>

/** At least two visible characters. */
const words = ({ min, max }: { min: number; max: number }) =>
  t.String({ minLength: min, maxLength: max, pattern: '\\S\\s*\\S' })
const nameField = words(limits.payerName)
const documentForm = '^(\\d{11}|[0-9A-Z]{12}\\d{2})?$'
/** The payer as entered in the checkout. Card fields sent by old clients are dropped. */
export const Payer = t.Object({
  firstName: nameField,
  lastName: nameField,
  /** CPF or CNPJ without punctuation; empty where it is not asked for. */
  document: t.String({ pattern: documentForm }),
  address: words(limits.payerAddress),
  city: nameField,
  state: nameField,
  /** In the format of the country (shared/document.ts). */
  zipcode: words(limits.zipcode),
  country: nameField,
})
export type Payer = Static<typeof Payer>

/** POST /subscription: the price is always the invoice's. */
export const SubscriptionInput = t.Composite([
  t.Omit(Payer, ['document']),
  t.Object({ document: t.Optional(t.String({ pattern: documentForm })), invoiceId: t.Integer({ minimum: 1 }) }),
])
export type SubscriptionInput = Static<typeof SubscriptionInput>

/** POST /subscription/card: the token of the payment service, never the card's number. */
export const CardInput = t.Composite([
  t.Omit(SubscriptionInput, ['document']),
  t.Object({
    /** CPF of the card's holder. */
    document: t.String({ pattern: '^\\d{11}$' }),
    holder: nameField,
    birth: day,
    phone: t.String({ pattern: '^\\d{10,11}$' }),
    number: text({ min: 1, max: 10 }),
    neighborhood: nameField,
    paymentToken: t.String({ minLength: 10, maxLength: 100, pattern: '^[A-Za-z0-9-]+$' }),
  }),
])
export type CardInput = Static<typeof CardInput>

/** A Pix charge; field names are those of Efí. */
export const PixCharge = t.Object({
  invoiceId: t.Number(),
  txid: t.String(),
  qrcode: t.Object({ qrcode: t.String(), imagemQrcode: t.String() }),
  valor: t.Object({ original: t.String() }),
  /** Null if it does not expire. */
  expiresAt: t.Nullable(t.String()),
  /** True when a person has to confirm the payment before the licence is extended. */
  manual: t.Boolean(),
  /** Page of the payment service on which the charge can be paid by card or slip; empty if it has none. */
  payUrl: t.String(),
})
export type PixCharge = Static<typeof PixCharge>

/** The company's licence and payer. */
export const Subscription = t.Object({
  company: t.Object({
    name: t.String(),
    email: t.String(),
    dueDate: t.String(),
    trialExpiration: t.Nullable(t.String()),
    recurrence: t.String(),
  }),
  plan: t.Object({
    name: t.String(),
    value: t.Number(),
    users: t.Number(),
    connections: t.Number(),
    queues: t.Number(),
  }),
  /** Cancellation that ends the licence after the paid time; null for none. */
  cancellation: t.Nullable(Cancellation),
  payer: t.Nullable(Payer),
  /** True when the payment service bills a CPF or CNPJ only. */
  needsDocument: t.Boolean(),
  /** Whole days after today; null without a trial. */
  trialDaysLeft: t.Nullable(t.Number()),
  /** Account and environment for turning a card into a token; null when cards are not accepted. */
  card: t.Nullable(
    t.Object({ account: t.String(), environment: t.Union([t.Literal('sandbox'), t.Literal('production')]) }),
  ),
})
export type Subscription = Static<typeof Subscription>

export const WebhookLine = t.Object({
  id: t.Number(),
  at: t.String(),
  address: t.String(),
  txid: t.Nullable(t.String()),
  verdict: t.String(),
})
