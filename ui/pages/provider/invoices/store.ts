import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { CompanyInvoice, Invoice } from '../../../../src/features/provider/invoices/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import type { PaymentEvent } from '../../../lib/billing'
import { createList } from '../../../lib/list'
import { formatMoney } from '../../../lib/money'
import { dueDay } from '../../../lib/time'
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
  status: 'open' | 'paid' | undefined
  searchParam: string
}
const defaultFilter: Filter = { status: 'open', searchParam: '' }
export const invoiceFilter = signal(defaultFilter)
export const allInvoices = createList<CompanyInvoice>({
  compare: newestFirst,
  load: async (cursor) => {
    const { status, searchParam } = invoiceFilter.peek()
    const query = { status, searchParam: searchParam || undefined, cursor }
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

/** Confirms a payment that the provider has received. */
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
  await unwrapResponse(api.invoices({ id: invoice.id }).confirm.post()).then((paid) => {
    if (invoiceFilter.peek().status === 'open') allInvoices.drop(invoice.id)
    else allInvoices.patch(invoice.id, paid)
    toastSuccess(i18n.t('financeiro.confirmed'))
  }, toastError)
}
