import { renderSVG } from 'uqr'
import { Platform, type Scope } from '../../../core/scope'
import { isDocument } from '../../../shared/document'
import { AppError } from '../../../shared/errors'
import { toDecimal } from '../../../shared/money'
import { paymentServices } from '../../../shared/payment-services'
import { getInvoiceRow } from '../invoices/service'
import type { Provider } from './adapter'
import type { Payer, PixCharge, SubscriptionInput } from './model'
import { billingEmail, findPayer, savePayer } from './payer'
import { configuredProvider } from './provider'

/** Time in ms for which an existing charge must still be valid to be reused. */
const minValidity = 5 * 60_000

/**
 * Returns the Pix charge of an invoice for its current price: a valid existing one, else a new one. Concurrent requests
 * for one invoice and price share one charge.
 * @throws ERR_NO_INVOICE_FOUND, ERR_INVOICE_PAID, ERR_VALIDATION, ERR_PAYMENT_NOT_SET, ERR_PAYMENT_SERVICE
 */
export async function getPixCharge(scope: Scope, input: SubscriptionInput): Promise<PixCharge> {
  const { invoiceId, document = '', ...rest } = input
  const payerInput = { ...rest, document }
  if (payerInput.document && !isDocument(payerInput.document))
    throw new AppError('ERR_VALIDATION', { fields: ['document'] })
  const invoice = await getInvoiceRow(scope.db, invoiceId)
  if (invoice.status === 'paid') throw new AppError('ERR_INVOICE_PAID')
  const provider = await configuredProvider(scope.ports)
  if (paymentServices[provider.name].needsDocument && !document)
    throw new AppError('ERR_VALIDATION', { fields: ['document'] })
  const payer = await savePayer(scope, payerInput)
  return chargeOnce(scope, provider, payer, invoice)
}

/**
 * Returns the text of a Pix code for a reminder, which the company did not ask for; null when its service bills a CPF or
 * CNPJ only, and none is known. @throws as getPixCharge
 */
export async function pixCodeFor(scope: Scope, invoiceId: number): Promise<string | null> {
  const provider = await configuredProvider(scope.ports)
  const payer = (await findPayer(scope)) ?? unknownPayer
  if (paymentServices[provider.name].needsDocument && !payer.document) return null
  const charge = await chargeOnce(scope, provider, payer, await getInvoiceRow(scope.db, invoiceId), reminderValidity)
  return charge.qrcode.qrcode
}

/** Time in ms for which the code of a reminder must still be good. */
const reminderValidity = 4 * 86_400_000
const unknownPayer: Payer = {
  ...{ firstName: '', lastName: '', document: '', address: '', city: '', state: '', zipcode: '', country: '' },
}

function chargeOnce(
  scope: Scope,
  provider: Provider,
  payer: Payer,
  invoice: InvoiceToCharge,
  validity = minValidity,
): Promise<PixCharge> {
  const key = `pix/${scope.companyId}/${invoice.id}/${invoice.value}`
  return scope.ports.inFlight.share(key, () => createCharge(scope, provider, payer, invoice, validity))
}

interface InvoiceToCharge {
  id: number
  value: number
  detail: string
}

async function createCharge(
  scope: Scope,
  provider: Provider,
  payer: Payer,
  invoice: InvoiceToCharge,
  validity: number,
): Promise<PixCharge> {
  const reusable = await findReusableCharge(scope, provider, invoice, validity)
  if (reusable) return toCharge(provider, invoice, reusable)
  const begun = await findBegunCharge(scope, provider, invoice)
  const txid = begun?.txid ?? provider.newTxid(invoice.id)
  // Stored before the service is asked, so that a payment is matched even if this process ends.
  const id = begun?.id ?? (await insertCharge(scope, provider, invoice, txid))
  const text = `Fatura ${invoice.id}: ${invoice.detail}`
  const email = await billingEmail(new Platform(scope.ports), scope)
  const created = await provider.charge({ txid, amount: invoice.value, text, payer, email, isBegun: !!begun })
  await scope.transaction(({ db }) =>
    db
      .update('charges')
      .set({ ...created, updatedAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute(),
  )
  return toCharge(provider, invoice, { txid, ...created })
}

/** Open charges of the invoice for its price at this receiver, the newest first. */
const openCharges = (scope: Scope, { name, pixKey }: Provider, { id, value }: InvoiceToCharge) =>
  scope.db
    .select('charges')
    .where('invoiceId', '=', id)
    .where('provider', '=', name)
    .where('pixKey', '=', pixKey)
    .where('amount', '=', value)
    .where('status', '=', 'open')
    .orderBy('id', 'desc')

const findReusableCharge = (scope: Scope, provider: Provider, invoice: InvoiceToCharge, validity: number) =>
  openCharges(scope, provider, invoice)
    .select(['txid', 'brcode', 'expiresAt', 'payUrl'])
    .where('brcode', '<>', '')
    .where(({ eb, or }) =>
      or([eb('expiresAt', 'is', null), eb('expiresAt', '>', new Date(Date.now() + validity).toISOString())]),
    )
    .executeTakeFirst()

/** Time in ms for which a charge without an answer is requested again, instead of another one. */
const begunFor = 86_400_000

/** A charge of which the service has not given the code: it may exist there, and be paid. */
const findBegunCharge = (scope: Scope, provider: Provider, invoice: InvoiceToCharge) =>
  openCharges(scope, provider, invoice)
    .select(['id', 'txid'])
    .where('brcode', '=', '')
    .where('createdAt', '>=', new Date(Date.now() - begunFor).toISOString())
    .executeTakeFirst()

/**
 * Inserts an open charge and returns its id. Checks inside the transaction that the invoice is unpaid. @throws
 * ERR_INVOICE_PAID
 */
export const insertCharge = (
  scope: Scope,
  { name, pixKey }: { name: string; pixKey: string },
  { id: invoiceId, value }: { id: number; value: number },
  txid: string,
  expiresAt: string | null = null,
) =>
  scope.transaction(async ({ db }) => {
    const { status } = await getInvoiceRow(db, invoiceId)
    if (status === 'paid') throw new AppError('ERR_INVOICE_PAID')
    const row = { invoiceId, provider: name, pixKey, txid, amount: value, brcode: '', status: 'open' } as const
    const { id } = await db
      .insert('charges', { ...row, serviceId: null, e2eId: null, expiresAt, paidAt: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

interface StoredCharge {
  txid: string
  brcode: string
  expiresAt: string | null
  payUrl?: string
}

const toCharge = (
  provider: Provider,
  { id, value }: InvoiceToCharge,
  { txid, brcode, expiresAt, payUrl = '' }: StoredCharge,
): PixCharge => ({
  invoiceId: id,
  txid,
  qrcode: { qrcode: brcode, imagemQrcode: `data:image/svg+xml;base64,${btoa(renderSVG(brcode))}` },
  valor: { original: toDecimal(value) },
  expiresAt,
  manual: provider.manual,
  payUrl,
})
