import { csvAnswer } from '../../../core/http/csv-answer'
import { mapInSlices } from '../../../core/process/work-slices'
import type { Scope } from '../../../core/scope'
import { csvLine, utf8Mark } from '../../../shared/csv'
import { recordExport } from '../../platform/audit/record-export'
import { readerLanguage } from '../../platform/company/reader-language'
import { type ExportTexts, exportTexts } from './export-texts'
import type { Dashboard } from './model'
import type { SheetTable } from './workbook-writer'
import { xlsxAnswer } from './xlsx-answer'

const agentColumns = ['tickets', 'avgWaitTime', 'avgResponseTime', 'avgSupportTime', 'rating'] as const
const queueColumns = [
  'tickets',
  'answers',
  'answersInTime',
  'nextAnswers',
  'nextAnswersInTime',
  'closes',
  'closesInTime',
] as const

/** Table and file type of an export. */
interface ExportChoice {
  table?: 'agents' | 'queues' | 'outcomes' | 'ads' | 'hours'
  format?: ExportFormat
}
export type ExportFormat = 'csv' | 'xlsx'

/**
 * A table of the dashboard, with headings in the reader's language and the numbers of the screen; times in minutes,
 * empty without a measurement.
 */
export async function exportDashboard(
  scope: Scope,
  report: Dashboard,
  { table = 'agents', format }: ExportChoice = {},
): Promise<Response> {
  const texts = exportTexts[await readerLanguage(scope)]
  const { from, to } = report.period
  await recordExport(scope, { entity: 'dashboard', name: `${from} – ${to}` })
  const found = tables[table](report, texts)
  return tableAnswer(scope, `${found.name}-${from}-${to}`, found, format)
}

/** Download of a table as CSV, or as a workbook. */
export async function tableAnswer(scope: Scope, file: string, table: SheetTable, format: ExportFormat = 'csv') {
  if (format === 'xlsx') return xlsxAnswer(scope, file, table)
  const { decimal } = exportTexts[await readerLanguage(scope)]
  return csvAnswer(`${file}.csv`, await csvOf(scope, table, decimal))
}

const agentsTable = ({ attendants }: Dashboard, texts: ExportTexts): SheetTable => ({
  name: texts.agentsFile,
  head: [texts.agent, ...agentColumns.map((column) => texts[column])],
  rows: attendants.map((row) => [row.name, ...agentColumns.map((column) => row[column])]),
})

const queuesTable = ({ queues }: Dashboard, texts: ExportTexts): SheetTable => ({
  name: texts.queuesFile,
  head: [texts.queue, ...queueColumns.map((column) => texts[column])],
  rows: queues.map((row) => [row.name || texts.noQueue, ...queueColumns.map((column) => row[column])]),
})

const outcomesTable = ({ outcomes }: Dashboard, texts: ExportTexts): SheetTable => ({
  name: texts.outcomesFile,
  head: [texts.outcome, texts.tickets],
  rows: outcomes.map(({ outcome, tickets }) => [outcome, tickets]),
})

const adsTable = ({ ads }: Dashboard, texts: ExportTexts): SheetTable => ({
  name: texts.adsFile,
  head: [texts.ad, texts.adApp, texts.adLink, texts.adTickets],
  rows: ads.map(({ ad, app, link, tickets }) => [ad, app, link, tickets]),
})

const hoursTable = ({ hours }: Dashboard, texts: ExportTexts): SheetTable => ({
  name: texts.hoursFile,
  head: [texts.weekday, texts.hour, texts.began, texts.avgWaitTime],
  rows: hours.map(({ weekday, hour, began, avgWaitTime }) => [texts.weekdays[weekday - 1]!, hour, began, avgWaitTime]),
})

const tables = { agents: agentsTable, queues: queuesTable, outcomes: outcomesTable, ads: adsTable, hours: hoursTable }

async function csvOf({ companyId }: Scope, { head, rows }: SheetTable, decimal: string): Promise<string> {
  const cell = (value: string | number | null) =>
    typeof value === 'number' ? String(value).replace('.', decimal) : (value ?? '')
  const lines = await mapInSlices(companyId, [head, ...rows], (row) => csvLine(row.map(cell)))
  return utf8Mark + lines.join('')
}
