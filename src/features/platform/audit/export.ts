import { csvAnswer } from '../../../core/http/csv-answer'
import type { Scope } from '../../../core/scope'
import { localTime } from '../../../core/time'
import type { AuditWords } from '../../../shared/audit-words/pt'
import { csvLine, utf8Mark } from '../../../shared/csv'
import { readerLanguage } from '../company/reader-language'
import { timeZoneOf } from '../company/time-zone'
import { headings, words } from './export-texts'
import { readLines } from './list'
import type { AuditFilter, AuditLine } from './model'
import { recordExport } from './record-export'

const batchSize = 200

/**
 * GET /audit/export: auditoria.csv with every line of the filter, newest first, streamed in batches of 200, in the
 * reader's language and the company's time zone.
 * @throws ERR_VALIDATION for a day that the calendar does not have
 */
export async function exportAudit(scope: Scope, filter: AuditFilter): Promise<Response> {
  const lines = linesOf(scope, filter)
  const first = await lines.next() // an invalid filter throws here, before the response begins
  await recordExport(scope, { entity: 'auditLog' })
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(String(first.value))),
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
  })
  return csvAnswer('auditoria.csv', body)
}

async function* linesOf(scope: Scope, filter: AuditFilter): AsyncGenerator<string> {
  const language = await readerLanguage(scope)
  const zone = await timeZoneOf(scope)
  let before = Number.MAX_SAFE_INTEGER
  let head = utf8Mark + csvLine(headings[language])
  for (;;) {
    const rows = await readLines(scope, filter, { before, limit: batchSize })
    yield head + rows.map((row) => csvLine(cellsOf(row, words[language], zone))).join('')
    head = ''
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    before = last.id
  }
}

/** Cells as the screen words them; the values before and after stay JSON, so that none is lost. */
function cellsOf(line: AuditLine, { actions, entities, systems }: AuditWords, zone: string): string[] {
  const { id, at, actorId, actorName, address, action, entity, entityId, name, before, after } = line
  return [
    String(id),
    localTime(zone, at, { seconds: true }),
    actorId === null ? wordOf(systems, actorName) : actorName,
    address,
    wordOf(actions, action),
    wordOf(entities, entity),
    String(entityId ?? ''),
    name,
    jsonOf(before),
    jsonOf(after),
  ]
}

const jsonOf = (values: object) => (Object.keys(values).length === 0 ? '' : JSON.stringify(values))
const wordOf = (words: Record<string, string>, key: string) => (Object.hasOwn(words, key) ? (words[key] ?? key) : key)
