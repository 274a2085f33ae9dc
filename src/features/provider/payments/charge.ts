import { renderSVG } from 'uqr'
import type { Scope } from '../../../core/scope'
import { isDocument } from '../../../shared/document'
import { AppError } from '../../../shared/errors'
import { toDecimal } from '../../../shared/money'
import { getInvoiceRow } from '../invoices/service'
import type { Payer, PixCharge, SubscriptionInput } from './model'
import { savePayer } from './payer'
import { configuredProvider, type Provider } from './provider'

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
  const payer = await savePayer(scope, payerInput)
  const key = `pix/${scope.companyId}/${invoiceId}/${invoice.value}`
  return scope.ports.inFlight.share(key, () => createCharge(scope, provider, payer, invoice))
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
): Promise<PixCharge> {
  const reusable = await findReusableCharge(scope, provider, invoice)
  if (reusable) return toCharge(provider, invoice, reusable)
  const txid = provider.newTxid(invoice.id)
  // Stored before the service is asked, so that a payment is matched even if this process ends.
  const id = await insertCharge(scope, provider, invoice, txid)
  const text = `Fatura ${invoice.id}: ${invoice.detail}`
  const created = await provider.charge({ txid, amount: invoice.value, text, payer })
  await scope.transaction(({ db }) =>
    db
      .update('charges')
      .set({ ...created, updatedAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute(),
  )
  return toCharge(provider, invoice, { txid, ...created })
}

const findReusableCharge = (scope: Scope, { name, pixKey }: Provider, { id, value }: InvoiceToCharge) =>
  scope.db
    .select('charges')
    .select(['txid', 'brcode', 'expiresAt'])
    .where('invoiceId', '=', id)
    .where('provider', '=', name)
    .where('pixKey', '=', pixKey)
    .where('amount', '=', value)
    .where('status', '=', 'open')
    .where('brcode', '<>', '')
    .where(({ eb, or }) =>
      or([eb('expiresAt', 'is', null), eb('expiresAt', '>', new Date(Date.now() + minValidity).toISOString())]),
    )
    .orderBy('id', 'desc')
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
}

const toCharge = (
  provider: Provider,
  { id, value }: InvoiceToCharge,
  { txid, brcode, expiresAt }: StoredCharge,
): PixCharge => ({
  invoiceId: id,
  txid,
  qrcode: { qrcode: brcode, imagemQrcode: `data:image/svg+xml;base64,${btoa(renderSVG(brcode))}` },
  valor: { original: toDecimal(value) },
  expiresAt,
  manual: provider.manual,
})
