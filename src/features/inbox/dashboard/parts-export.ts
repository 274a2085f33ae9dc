import type { Scope } from '../../../core/scope'
import { recordExport } from '../../platform/audit/record-export'
import { readerLanguage } from '../../platform/company/reader-language'
import { timeZoneOf } from '../../platform/company/time-zone'
import { tableAnswer } from './export'
import { exportTexts } from './export-texts'
import type { PartsExportQuery } from './part-model'
import { readSortedParts } from './parts'
import { periodOf } from './period'

const columns = ['began', 'finished', 'avgResponseTime', 'late', 'rating', 'ratings'] as const

/**
 * GET /dashboard/parts/export: all parts of a division in the order of the query, as CSV or a workbook, with headings in
 * the reader's language; times in minutes. @throws ERR_VALIDATION (422) for an invalid period
 */
export async function exportParts(scope: Scope, query: PartsExportQuery): Promise<Response> {
  const { first, last } = periodOf(await timeZoneOf(scope), query)
  await recordExport(scope, { entity: 'dashboard', name: `${first} – ${last}` })
  const texts = exportTexts[await readerLanguage(scope)]
  const parts = await readSortedParts(scope, query)
  const name = texts.parts[query.by]
  const table = {
    name: texts.partsFile,
    head: [name, ...columns.map((column) => (column === 'finished' ? texts.tickets : texts[column]))],
    rows: parts.map((part) => [part.name || `${texts.without} ${name}`, ...columns.map((column) => part[column])]),
  }
  return tableAnswer(scope, `${texts.partsFile}-${query.by}-${first}-${last}`, table, query.format)
}
