import { csvAnswer } from '../../core/http/csv-answer'
import type { Scope } from '../../core/scope'
import { csvLine, utf8Mark } from '../../shared/csv'
import { readLines } from './list'
import type { AuditFilter, AuditLine } from './model'

const batchSize = 1000

/**
 * GET /audit/export: auditoria.csv with every line of the filter, newest first, streamed in batches of 1,000.
 * @throws ERR_VALIDATION for a day that the calendar does not have
 */
export async function exportAudit(scope: Scope, filter: AuditFilter): Promise<Response> {
  const lines = linesOf(scope, filter)
  const first = await lines.next() // an invalid filter throws here, before the response begins
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
  let before = Number.MAX_SAFE_INTEGER
  let head = `${utf8Mark}id;at;actor;address;action;entity;entityId;name;before;after\r\n`
  for (;;) {
    const rows = await readLines(scope, filter, { before, limit: batchSize })
    yield head + rows.map(lineOf).join('')
    head = ''
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    before = last.id
  }
}

const lineOf = ({ id, at, actorName, address, action, entity, entityId, name, before, after }: AuditLine) =>
  csvLine(
    [
      id,
      at,
      actorName,
      address,
      action,
      entity,
      entityId ?? '',
      name,
      JSON.stringify(before),
      JSON.stringify(after),
    ].map(String),
  )
