import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Events } from '../../../../../src/core/events'
import type { CreatedInvitation } from '../../../../../src/features/accounts/invitations/model'
import type { Company, CompanyChange, NewCompany } from '../../../../../src/features/provider/companies/model'
import type { CompanyInvoice } from '../../../../../src/features/provider/invoices/model'
import { foldText } from '../../../../../src/shared/text'
import { api, unwrapResponse } from '../../../../lib/api'
import { createList } from '../../../../lib/list'
import { dueDay } from '../../../../lib/time'
import { toastSuccess } from '../../../../lib/toast'

export const companyQuery = signal('')

/** Order in which the server pages companies; names are unique. */
const byName = (a: Company, b: Company) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

export const companies = createList<Company>({
  compare: byName,
  pagedBy: byName,
  load: async (cursor) => {
    const searchParam = companyQuery.peek() || undefined
    const { companies, hasMore, next } = await unwrapResponse(
      api.companies.list.get({ query: { searchParam, cursor } }),
    )
    return { rows: companies, hasMore, next }
  },
})

/** Applies a company event to the loaded pages. */
export function receiveCompanyEvent(event: Events['tenant']) {
  if (event.action === 'reload') return void companies.reload()
  if (event.action === 'delete') return companies.drop(event.companyId)
  const { company } = event
  if (matchesQuery(company)) companies.receiveEvent(company)
  else companies.drop(company.id)
}

/** Same rule as the server's search. */
function matchesQuery({ name, email }: Company): boolean {
  const text = foldText(companyQuery.peek())
  return foldText(name).includes(text) || email.includes(text)
}

export function searchCompanies(text: string) {
  if (text === companyQuery.peek()) return
  companyQuery.value = text
  companies.clear()
  void companies.more()
}

/** @throws AppError */
export async function createCompany(input: NewCompany): Promise<CreatedInvitation | undefined> {
  const { invitation, ...company } = await unwrapResponse(api.companies.post(input))
  receiveCompanyEvent({ action: 'create', company })
  toastSuccess(i18n.t('companies.created'))
  return invitation
}

/** A new link for the first admin; the earlier one is worthless then. @throws ERR_NO_INVITATION_FOUND once it was used */
export const inviteAgain = ({ id }: Company): Promise<CreatedInvitation> =>
  unwrapResponse(api.companies({ id }).invitation.post())

/** Saves the changed terms; sends nothing when there are none. @throws AppError */
export async function saveCompany({ id }: Company, changes: CompanyChange) {
  if (Object.keys(changes).length > 0)
    receiveCompanyEvent({ action: 'update', company: await unwrapResponse(api.companies({ id }).put(changes)) })
  toastSuccess(i18n.t('companies.saved'))
}

/** Extends the licence by one period from its due date. @throws AppError */
export async function renewLicence({ id, name }: Company) {
  const company = await unwrapResponse(api.companies({ id }).renew.post())
  receiveCompanyEvent({ action: 'update', company })
  toastSuccess(i18n.t('companies.renewed', { name, date: dueDay(company.dueDate) }))
}

/**
 * Marks an invoice of a company as paid, which extends its licence.
 * @throws ERR_INVOICE_PAID, ERR_INVOICE_VALUE when it no longer has the value that the person has seen
 */
export async function settleInvoice({ id, name }: Company, { id: invoiceId, value }: CompanyInvoice) {
  await unwrapResponse(api.invoices({ id: invoiceId }).confirm.post({ value }))
  const company = await unwrapResponse(api.companies({ id }).get())
  receiveCompanyEvent({ action: 'update', company })
  toastSuccess(i18n.t('companies.renewed', { name, date: dueDay(company.dueDate) }))
}

/** Oldest unpaid invoice of a company, or null. @throws AppError */
export async function oldestUnpaidInvoice({ id: companyId }: Company): Promise<CompanyInvoice | null> {
  const query = { companyId, status: 'open' as const }
  const { invoices } = await unwrapResponse(api.invoices.everyones.get({ query }))
  return invoices.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))[0] ?? null
}

/** @throws AppError */
export async function removeCompany({ id }: Company) {
  await unwrapResponse(api.companies({ id }).delete())
  companies.drop(id)
  toastSuccess(i18n.t('companies.deleted'))
}
