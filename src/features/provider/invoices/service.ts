import type { ExpressionBuilder } from 'kysely'
import type { Platform, Scope } from '../../../core/scope'
import { containsText } from '../../../core/storage/expressions'
import type { CompanyId, Database } from '../../../core/storage/schema'
import type { TenantDb } from '../../../core/storage/tenant'
import { dayIn } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import { timeZoneOf } from '../../platform/company/time-zone'
import type { AllInvoicesQuery, CompanyInvoice, Invoice, InvoiceQuery } from './model'
import { undoableUntil } from './undoable'

export const invoiceColumns = [
  ...(['id', 'detail', 'value', 'dueDate', 'status', 'paidAt', 'createdAt', 'updatedAt'] as const),
  ...(['extra', 'planValue', 'claimedAt', 'mediaId', 'refusal', 'settlement'] as const),
] as const
const columns = invoiceColumns
/** Stored row of an invoice. */
export interface InvoiceRow extends Omit<Invoice, 'status' | 'claim' | 'undoableUntil'> {
  status: 'open' | 'paid'
  claimedAt: string | null
  mediaId: string | null
  refusal: string
  settlement: string | null
  planValue: number | null
}

/** True while the provider has neither confirmed nor refused what the company said. */
export const isClaimWaiting = ({ status, claimedAt, refusal }: InvoiceRow) =>
  status === 'open' && claimedAt !== null && refusal === ''

/** The invoice as returned by the API; `expired` is decided by today's date in the company's time zone. */
export const toInvoice = (
  { claimedAt, mediaId, refusal, settlement, planValue: _, ...row }: InvoiceRow,
  timeZone: string,
): Invoice => ({
  ...row,
  undoableUntil: undoableUntil({ ...row, settlement }),
  claim: claimedAt === null ? null : { at: claimedAt, receipt: mediaId !== null, refusal: refusal || null },
  status: row.status === 'open' && row.dueDate < dayIn(timeZone) ? 'expired' : row.status,
})

/** A page of the company's invoices, newest first; `searchParam` matches `detail`. */
export async function listInvoices(scope: Scope, { cursor, pageNumber, searchParam = '' }: InvoiceQuery) {
  const size = pageSizes.other
  let query = scope.db.select('invoices').select(columns).orderBy('id', 'desc')
  if (cursor !== undefined) query = query.where('id', '<', Number(cursor))
  const text = searchParam.trim()
  if (text) query = query.where((eb) => containsText(eb.fn<string>('lower', ['detail']), text.toLowerCase()))
  const rows = await query
    .limit(size + 1)
    .offset(cursor === undefined ? ((pageNumber ?? 1) - 1) * size : 0)
    .execute()
  const zone = await timeZoneOf(scope)
  return { invoices: rows.slice(0, size).map((row) => toInvoice(row, zone)), ...pageEnd(rows, size) }
}

/** An invoice of the company. @throws ERR_NO_INVOICE_FOUND (404) */
export async function getInvoice(scope: Scope, id: number): Promise<Invoice> {
  return toInvoice(await getInvoiceRow(scope.db, id), await timeZoneOf(scope))
}

/** The stored row of an invoice of the company. @throws ERR_NO_INVOICE_FOUND (404) */
export async function getInvoiceRow(db: TenantDb, id: number): Promise<InvoiceRow> {
  const row = await db.select('invoices').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_INVOICE_FOUND')
  return row
}

/** A page of all companies' invoices, newest first; for the provider. `searchParam` matches the company's name. */
export async function listAllInvoices(
  { db }: Platform,
  { status, cursor, companyId, claimed, searchParam = '' }: AllInvoicesQuery,
) {
  const size = pageSizes.other
  let query = db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.companyId')
    .select(columns.map((column) => `invoices.${column}` as const))
    .select(['invoices.companyId', 'companies.name as companyName', 'companies.timeZone'])
    .orderBy('invoices.id', 'desc')
  if (companyId !== undefined) query = query.where('invoices.companyId', '=', companyId as CompanyId)
  if (status) query = query.where('invoices.status', '=', status)
  if (claimed) query = query.where(hasWaitingClaim)
  if (cursor !== undefined) query = query.where('invoices.id', '<', Number(cursor))
  const searchText = foldText(searchParam)
  // SQLite does not fold accents, so matching companies are looked up first.
  if (searchText) query = query.where('invoices.companyId', 'in', await companyIdsNamed(db, searchText))
  const rows = await query.limit(size + 1).execute()
  const invoices: CompanyInvoice[] = rows.slice(0, size).map(({ companyId, companyName, timeZone, ...row }) => ({
    ...toInvoice(row, timeZone),
    companyId,
    companyName,
  }))
  return { invoices, ...pageEnd(rows, size) }
}

/** Condition of `isClaimWaiting` for a query over invoices. */
export const hasWaitingClaim = ({ and, eb }: ExpressionBuilder<Database, 'invoices'>) =>
  and([eb('invoices.status', '=', 'open'), eb('invoices.claimedAt', 'is not', null), eb('invoices.refusal', '=', '')])

async function companyIdsNamed(db: Platform['db'], searchText: string) {
  const companies = await db.selectFrom('companies').select(['id', 'name']).execute()
  return companies.filter(({ name }) => foldText(name).includes(searchText)).map(({ id }) => id)
}

function pageEnd(rows: { id: number }[], size: number) {
  const hasMore = rows.length > size
  return { hasMore, next: hasMore ? String(rows[size - 1]?.id) : null }
}
