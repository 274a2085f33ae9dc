import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { CompanyInvoice, Invoice } from '../../../../src/features/provider/invoices/model'
import { AppError } from '../../../../src/shared/errors'
import { confirm } from '../../../components/confirm'
import { api, fetchFile, unwrapResponse } from '../../../lib/api'
import type { PaymentEvent } from '../../../lib/billing'
import { createList } from '../../../lib/list'
import { formatMoney } from '../../../lib/money'
import { saveFile } from '../../../lib/save-file'
import { dueDay, formatDateTime } from '../../../lib/time'
import { toastError, toastSuccess } from '../../../lib/toast'

const newestFirst = (a: Invoice, b: Invoice) => b.id - a.id

/** Invoices of the company. */
export const ownInvoices = createList<Invoice>({
  compare: newestFirst,
  pagedBy: newestFirst,
  load: async (cursor) => {
    const { invoices, hasMore, next } = await unwrapResponse(api.invoices.get({ query: { cursor } }))
    return { rows: invoices, hasMore, next }
  },
})

/** Applies an invoice event to the loaded pages. */
export function receiveInvoiceEvent(event: PaymentEvent) {
  if (event.action === 'delete') return ownInvoices.drop(event.invoiceId)
  const { invoice } = event
  if (invoice) ownInvoices.receiveEvent(invoice)
}

/** Filter of the invoices of all companies. */
interface Filter {
  status: 'open' | 'paid' | 'claimed' | undefined
  searchParam: string
}
const defaultFilter: Filter = { status: 'open', searchParam: '' }
export const invoiceFilter = signal(defaultFilter)
export const allInvoices = createList<CompanyInvoice>({
  compare: newestFirst,
  load: async (cursor) => {
    const { status, searchParam } = invoiceFilter.peek()
    const wanted = status === 'claimed' ? { claimed: true } : { status }
    const query = { ...wanted, searchParam: searchParam || undefined, cursor }
    const { invoices, hasMore, next } = await unwrapResponse(api.invoices.everyones.get({ query }))
    return { rows: invoices, hasMore, next }
  },
})

export function changeInvoiceFilter(change: Partial<Filter>) {
  invoiceFilter.value = { ...invoiceFilter.peek(), ...change }
  allInvoices.clear()
  void allInvoices.more()
}

/** Clears the list of all companies, which receives no events; it loads again when opened. */
export function resetAllInvoices() {
  invoiceFilter.value = defaultFilter
  allInvoices.clear()
}

/** Tells the company why a payment that it reported is not confirmed. @throws AppError, ERR_CLAIM_CHANGED for a newer claim */
export async function refuseClaim({ id, claim }: CompanyInvoice, reason: string) {
  const refusal = api.invoices({ id }).refuse.post({ claimedAt: claim?.at ?? '', reason })
  const refused = await unwrapResponse(refusal).catch((error) => showChangedClaim(id, error))
  if (invoiceFilter.peek().status === 'claimed') allInvoices.drop(id)
  else allInvoices.patch(id, refused)
  toastSuccess(i18n.t('financeiro.refused'))
}

/** Shows the claim that replaced the one in the list, so that its receipt can be opened before it is refused. */
function showChangedClaim(id: number, error: unknown): never {
  if (error instanceof AppError && error.code === 'ERR_CLAIM_CHANGED')
    allInvoices.patch(id, { claim: error.detail.claim as Invoice['claim'] })
  throw error
}

/** Downloads invoices as CSV: those of the company, or for the provider of all companies. */
export const downloadInvoices = (whose: 'own' | 'everyones') =>
  fetchFile(whose === 'own' ? '/api/invoices/export' : '/api/invoices/everyones/export').then(
    (file) => saveFile('faturas.csv', file),
    toastError,
  )

/** Downloads the receipt of a reported payment. */
export const downloadReceipt = ({ id }: CompanyInvoice) =>
  fetchFile(`/api/invoices/${id}/receipt`).then(
    (file) => saveFile(`${i18n.t('financeiro.receiptFile', { id })}.${endings[file.type] ?? 'bin'}`, file),
    toastError,
  )
/** Endings by the types of receipts. */
const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Takes back a settlement by hand. */
export async function undoSettlement(invoice: CompanyInvoice) {
  const { id, companyName: company, value, undoableUntil } = invoice
  const time = formatDateTime(undoableUntil ?? '')
  const isConfirmed = await confirm({
    title: i18n.t('financeiro.undoTitle'),
    text: i18n.t('financeiro.undoText', { company, value: formatMoney(value), time }),
    action: i18n.t('financeiro.undo'),
  })
  if (!isConfirmed) return
  await unwrapResponse(api.invoices({ id }).undo.post()).then((open) => {
    if (invoiceFilter.peek().status === 'paid') allInvoices.drop(id)
    else allInvoices.patch(id, open)
    toastSuccess(i18n.t('financeiro.undone'))
  }, toastError)
}

/** Shows why a payment is not confirmed; the list, which receives no events, then shows the present amounts. */
function showRefusal(failure: unknown) {
  toastError(failure)
  if (failure instanceof AppError) void allInvoices.reload()
}

/** Confirms a payment that the provider has received, of the amount that the list shows. */
export async function confirmPaid(invoice: CompanyInvoice) {
  const isConfirmed = await confirm({
    title: i18n.t('financeiro.confirmTitle'),
    text: i18n.t('financeiro.confirmText', {
      company: invoice.companyName,
      value: formatMoney(invoice.value),
      date: dueDay(invoice.dueDate),
    }),
    action: i18n.t('financeiro.confirm'),
  })
  if (!isConfirmed) return
  const { id, value } = invoice
  await unwrapResponse(api.invoices({ id }).confirm.post({ value })).then((paid) => {
    if (['open', 'claimed'].includes(String(invoiceFilter.peek().status))) allInvoices.drop(invoice.id)
    else allInvoices.patch(invoice.id, paid)
    toastSuccess(i18n.t('financeiro.confirmed'))
  }, showRefusal)
}
