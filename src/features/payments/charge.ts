import { renderSVG } from 'uqr'
import type { Scope } from '../../core/scope'
import { isDocument } from '../../shared/document'
import { AppError } from '../../shared/errors'
import { toDecimal } from '../../shared/money'
import { getInvoiceRow } from '../invoices/service'
import type { Payer, PixCharge, SubscriptionInput } from './model'
import { savePayer } from './payer'
import { chosenProvider, type Provider } from './provider'

/**
 * Charges being created, by company, invoice and price: concurrent requests for one invoice share one charge. In this
 * process only.
 */
const asking = new Map<string, Promise<PixCharge>>()

/** Time in ms for which an existing charge must still be valid to be reused. */
const worthwhile = 5 * 60_000

/**
 * Returns the Pix charge of an invoice for its current price: a valid existing one, else a new one.
 * @throws ERR_NO_INVOICE_FOUND, ERR_INVOICE_PAID, ERR_VALIDATION, ERR_PAYMENT_NOT_SET, ERR_PAYMENT_SERVICE
 */
export async function subscribe(scope: Scope, input: SubscriptionInput): Promise<PixCharge> {
  const { invoiceId, ...given } = input
  if (given.document && !isDocument(given.document)) throw new AppError('ERR_VALIDATION', { fields: ['document'] })
  const invoice = await getInvoiceRow(scope.db, invoiceId)
  if (invoice.status === 'paid') throw new AppError('ERR_INVOICE_PAID')
  const provider = await chosenProvider(scope.ports)
  const payer = await savePayer(scope, given)
  const key = `${scope.companyId}/${invoiceId}/${invoice.value}`
  const known = asking.get(key)
  if (known) return known
  const charge = ask(scope, provider, payer, invoice)
  asking.set(key, charge)
  return charge.finally(() => asking.delete(key))
}

interface Priced {
  id: number
  value: number
  detail: string
}

async function ask(scope: Scope, provider: Provider, payer: Payer, invoice: Priced): Promise<PixCharge> {
  const good = await stillGood(scope, provider, invoice)
  if (good) return toCharge(provider, invoice, good)
  const txid = provider.newTxid(invoice.id)
  // Stored before the service is asked, so that a payment is matched even if this process ends.
  const id = await begin(scope, provider, invoice, txid)
  const text = `Fatura ${invoice.id}: ${invoice.detail}`
  const asked = await provider.charge({ txid, amount: invoice.value, text, payer })
  await scope.transaction(({ db }) =>
    db
      .update('charges')
      .set({ ...asked, updatedAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute(),
  )
  return toCharge(provider, invoice, { txid, ...asked })
}

const stillGood = (scope: Scope, { name, pixKey }: Provider, { id, value }: Priced) =>
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
      or([eb('expiresAt', 'is', null), eb('expiresAt', '>', new Date(Date.now() + worthwhile).toISOString())]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()

/**
 * Inserts an open charge and returns its id. Checks inside the transaction that the invoice is unpaid. @throws
 * ERR_INVOICE_PAID
 */
export const begin = (
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

interface Drawn {
  txid: string
  brcode: string
  expiresAt: string | null
}

const toCharge = (provider: Provider, { id, value }: Priced, { txid, brcode, expiresAt }: Drawn): PixCharge => ({
  invoiceId: id,
  txid,
  qrcode: { qrcode: brcode, imagemQrcode: `data:image/svg+xml;base64,${btoa(renderSVG(brcode))}` },
  valor: { original: toDecimal(value) },
  expiresAt,
  manual: provider.manual,
})
