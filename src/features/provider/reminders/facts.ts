import { log } from '../../../core/log'
import { Platform, type Scope } from '../../../core/scope'
import { dayIn } from '../../../core/time'
import { defaultLanguage, type Language } from '../../../shared/enums'
import { daysBetween } from '../../../shared/recurrence'
import { hasLicenceEnded, lastDayOfWork, licenceColumns } from '../../platform/company/licence'
import { pixCodeFor } from '../payments/charge'

/** Facts of one reminder. */
export interface ReminderFacts {
  company: string
  email: string
  phone: string
  language: Language
  detail: string
  /** Integer cents of BRL. */
  value: number
  dueDate: string
  /** Days from the due date to today in the company's time zone; negative before it. */
  days: number
  /** Last day on which the company works without a payment. */
  worksUntil: string
  /** False once that day has passed. */
  works: boolean
  /** Text of the Pix code; null when payments are not set up or the service does not answer. */
  code: string | null
  link: string
}

/** Facts before the Pix code is asked for. */
type FactsWithoutCode = Omit<ReminderFacts, 'code'>

/** Reads the facts of an invoice of the company; null when it was paid or deleted meanwhile. */
export async function reminderFacts(scope: Scope, invoiceId: number): Promise<FactsWithoutCode | null> {
  const invoice = await findOpenInvoice(scope, invoiceId)
  if (!invoice) return null
  const company = await readCompany(scope)
  const { name, email, phone, language, timeZone } = company
  const worksUntil = lastDayOfWork(company)
  const { detail, value, dueDate } = invoice
  const facts = {
    company: name,
    ...{ email, phone, worksUntil, works: !hasLicenceEnded(company) },
    language: language ?? defaultLanguage,
    days: daysTo(dueDate, timeZone),
  }
  return { ...facts, ...{ detail, value, dueDate }, link: `${scope.ports.publicUrl}/financeiro` }
}

/**
 * Adds the Pix code. Uses the network and makes a charge, so call it last, for a reminder that is certain to leave.
 */
export async function withCode(scope: Scope, invoiceId: number, facts: FactsWithoutCode): Promise<ReminderFacts> {
  const code = await pixCodeFor(scope, invoiceId).catch((err) => {
    log.warn({ err, invoiceId }, 'a reminder leaves without a Pix code')
    return null
  })
  return { ...facts, code }
}

/** Days from the due date to today in the company's time zone; null when the invoice was paid or deleted meanwhile. */
export async function daysAfterDue(scope: Scope, invoiceId: number): Promise<number | null> {
  const invoice = await findOpenInvoice(scope, invoiceId)
  return invoice && daysTo(invoice.dueDate, (await readCompany(scope)).timeZone)
}

const daysTo = (dueDate: string, timeZone: string) => daysBetween(dueDate, dayIn(timeZone))

async function findOpenInvoice({ db }: Scope, id: number) {
  const columns = ['id', 'detail', 'value', 'dueDate', 'status'] as const
  const invoice = await db.select('invoices').select(columns).where('id', '=', id).executeTakeFirst()
  return invoice?.status === 'open' ? invoice : null
}

const readCompany = ({ ports, companyId }: Scope) =>
  new Platform(ports).db
    .selectFrom('companies')
    .select(['name', 'email', 'phone', 'language'])
    .select(licenceColumns)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
