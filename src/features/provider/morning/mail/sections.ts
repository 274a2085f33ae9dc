import { localTime } from '../../../../core/time'
import { isBackupLate, isDiskLow } from '../../../../shared/morning'
import type { Morning } from '../model'
import type { OverviewTexts } from './texts'

/** One line of the overview: the company, what happens, and the path of the page with the next step. */
export interface OverviewLine {
  company: string
  text: string
  path: string
}

/** A part that has something to say; `hidden` counts the rows that are not listed. */
export interface OverviewSection {
  title: string
  /** True for what needs the provider. */
  isProblem: boolean
  lines: OverviewLine[]
  hidden: number
}

/** Page of the overview, and the dialogs of a company on the provider's list (`toCompany` of ui/lib/paths.ts). */
export const overviewPath = '/overview'
const dialog = (open: 'form' | 'renew' | 'support', companyId: number) => `/settings?tab=companies&${open}=${companyId}`

const localDay = (day: string) => day.split('-').reverse().join('/')

/** Parts of the overview with something to say, the urgent ones first; the revenue is always there. */
export function overviewSections(morning: Morning, texts: OverviewTexts, zone: string): OverviewSection[] {
  const { sections } = texts
  const time = (iso: string) => localTime(zone, iso)
  const money = (cents: number) => moneyText(cents, texts)
  const part = <R>(title: string, { count, rows }: { count: number; rows: R[] }, line: (row: R) => OverviewLine) =>
    ({ title, isProblem: true, lines: rows.map(line), hidden: count - rows.length }) satisfies OverviewSection
  const all: OverviewSection[] = [
    part(sections.numbers, morning.numbers, ({ company, companyId, kind, name, since, until }) => {
      const end = until ? ` ${texts.until(time(until))}` : ''
      return { company, text: texts.kinds[kind](name, time(since)) + end, path: dialog('support', companyId) }
    }),
    part(sections.claims, morning.claims, ({ company, value, claimedAt }) => ({
      ...{ company, text: texts.claimed(money(value), time(claimedAt)), path: '/financeiro?view=claims' },
    })),
    part(sections.amounts, morning.amounts, ({ company, companyId, amount, value, at }) => ({
      ...{ company, text: texts.otherAmount(money(amount), money(value), time(at)), path: dialog('renew', companyId) },
    })),
    part(sections.invoices(money(morning.invoices.cents)), morning.invoices, (row) => ({
      company: row.company,
      text: `${money(row.value)}, ${texts.late(localDay(row.dueDate), row.daysLate)}`,
      path: dialog('renew', row.companyId),
    })),
    part(sections.trials, morning.trials, ({ company, companyId, lastDay, daysLeft }) => ({
      ...{ company, text: trialText(texts, localDay(lastDay), daysLeft), path: dialog('renew', companyId) },
    })),
    part(sections.cancellations, morning.cancellations, ({ company, companyId, on, reason }) => ({
      ...{ company, text: texts.cancelled(localDay(on), reason), path: dialog('form', companyId) },
    })),
    part(sections.use, morning.use, ({ company, companyId, part, used, limit }) => {
      const size = part === 'storage' ? (bytes: number) => sizeText(bytes, texts) : String
      return { company, text: texts.parts[part](size(used), size(limit)), path: dialog('form', companyId) }
    }),
    part(sections.jobs, morning.jobs, ({ company, companyId, jobs, job, lastAt }) => ({
      ...{ company, text: texts.parked(jobs, job, time(lastAt)), path: dialog('support', companyId) },
    })),
    part(sections.webhooks, morning.webhooks, ({ company, companyId, name, since }) => ({
      ...{ company, text: texts.failing(name, time(since)), path: dialog('support', companyId) },
    })),
    diskSection(morning, texts),
    backupSection(morning, texts, zone),
    {
      ...part(sections.newCompanies, morning.newCompanies, ({ company, companyId, plan, createdAt }) => ({
        ...{ company, text: texts.created(plan, time(createdAt)), path: dialog('form', companyId) },
      })),
      isProblem: false,
    },
    { title: sections.revenue, isProblem: false, hidden: 0, lines: revenueLines(morning, texts) },
  ]
  return all.filter(({ lines }) => lines.length > 0)
}

function trialText(texts: OverviewTexts, date: string, daysLeft: number): string {
  if (daysLeft === 0) return texts.trialToday
  return daysLeft > 0 ? texts.trialEnds(date, daysLeft) : texts.trialOver(date, -daysLeft)
}

/** Disks with little room. */
function diskSection({ disks }: Morning, texts: OverviewTexts): OverviewSection {
  const lines = disks.filter(isDiskLow).map(({ node, freeBytes, totalBytes, fullInDays }) => {
    const room = texts.disk(sizeText(freeBytes, texts), sizeText(totalBytes, texts))
    const text = fullInDays === null ? room : `${room}, ${texts.fullIn(fullInDays)}`
    return { company: node, text, path: '/settings?part=installation' }
  })
  return { title: texts.sections.disks, isProblem: true, hidden: 0, lines }
}

/** The last backup, if it is late or the last attempt failed. */
function backupSection({ backup, at }: Morning, texts: OverviewTexts, zone: string): OverviewSection {
  const text = backup.at ? texts.lastBackup(localTime(zone, backup.at), backup.failures) : texts.noBackup
  const lines = isBackupLate(backup, Date.parse(at)) ? [{ company: '', text, path: '/settings?tab=backups' }] : []
  return { title: texts.sections.backup, isProblem: true, hidden: 0, lines }
}

function revenueLines({ revenue: { months, before, monthly } }: Morning, texts: OverviewTexts): OverviewLine[] {
  const received = texts.received(moneyText(months.at(-1)?.cents ?? 0, texts), moneyText(before.cents, texts))
  const sum = texts.monthly(moneyText(monthly.cents, texts), monthly.companies)
  return [received, sum].map((text) => ({ company: '', text, path: '/financeiro' }))
}

const moneyText = (cents: number, { locale }: OverviewTexts) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' })
    .format(cents / 100)
    .replaceAll('\u00a0', ' ')

const gigabyte = 2 ** 30

/** Size in GB, below one in MB. */
const sizeText = (bytes: number, { locale }: OverviewTexts) =>
  bytes >= gigabyte
    ? `${(bytes / gigabyte).toLocaleString(locale, { maximumFractionDigits: 1 })} GB`
    : `${Math.round(bytes / 2 ** 20)} MB`
