import { csvAnswer } from '../../../core/http/csv-answer'
import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { dayIn, localTime } from '../../../core/time'
import { csvLine, utf8Mark } from '../../../shared/csv'
import type { Language } from '../../../shared/enums'
import { recordExport } from '../../platform/audit/record-export'
import { readerLanguage } from '../../platform/company/reader-language'
import { timeZoneOf } from '../../platform/company/time-zone'

const batchSize = 200

const headings: Record<Language, string[]> = {
  pt: ['Nº', 'Empresa', 'Detalhes', 'Valor (R$)', 'Diferença de plano (R$)', 'Vencimento', 'Situação', 'Paga em'],
  en: ['No.', 'Company', 'Details', 'Value (BRL)', 'Change of plan (BRL)', 'Due date', 'Status', 'Paid on'],
  es: ['N.º', 'Empresa', 'Detalles', 'Valor (R$)', 'Diferencia de plan (R$)', 'Vencimiento', 'Situación', 'Pagada el'],
}
const states: Record<Language, Record<'open' | 'paid' | 'expired', string>> = {
  pt: { open: 'Em aberto', paid: 'Paga', expired: 'Vencida' },
  en: { open: 'Open', paid: 'Paid', expired: 'Expired' },
  es: { open: 'Abierta', paid: 'Pagada', expired: 'Vencida' },
}

/**
 * faturas.csv with the invoices of the company, newest first, streamed in batches of 200, in the reader's language and
 * time zone. Amounts have a comma, except in English, and no sign.
 */
export const exportInvoices = (scope: Scope, platform: Platform) => answer(scope, platform, scope.companyId)

/** The same with the invoices of all companies; for the provider. */
export const exportAllInvoices = (scope: Scope, platform: Platform) => answer(scope, platform, null)

async function answer(scope: Scope, platform: Platform, companyId: CompanyId | null): Promise<Response> {
  await recordExport(scope, { entity: 'invoices' })
  const lines = linesOf(scope, platform, companyId)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
  })
  return csvAnswer('faturas.csv', body)
}

async function* linesOf(scope: Scope, platform: Platform, companyId: CompanyId | null): AsyncGenerator<string> {
  const language = await readerLanguage(scope)
  const zone = await timeZoneOf(scope)
  let before = Number.MAX_SAFE_INTEGER
  yield utf8Mark + csvLine(headings[language])
  for (;;) {
    const rows = await readRows(platform, companyId, before)
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row, language, zone))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    before = last.id
  }
}

const readRows = ({ db }: Platform, companyId: CompanyId | null, before: number) =>
  db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.companyId')
    .select(['invoices.id', 'companies.name as company', 'detail', 'value', 'extra', 'invoices.dueDate'])
    .select(['invoices.status', 'paidAt', 'companies.timeZone'])
    .where('invoices.id', '<', before)
    .$if(companyId !== null, (query) => query.where('invoices.companyId', '=', companyId as CompanyId))
    .orderBy('invoices.id', 'desc')
    .limit(batchSize)
    .execute()

type Row = Awaited<ReturnType<typeof readRows>>[number]

function cellsOf(row: Row, language: Language, zone: string): string[] {
  const { id, company, detail, value, extra, dueDate, status, paidAt, timeZone } = row
  const state = status === 'open' && dueDate < dayIn(timeZone) ? 'expired' : status
  const paid = paidAt === null ? '' : localTime(zone, paidAt)
  return [
    String(id),
    company,
    detail,
    amount(value, language),
    amount(extra, language),
    dueDate,
    states[language][state],
    paid,
  ]
}

/** Integer cents as a number with two places: `1234,56`, in English `1234.56`. */
function amount(cents: number, language: Language): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}${language === 'en' ? '.' : ','}${digits.slice(-2)}`
}
