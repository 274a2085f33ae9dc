import { csvAnswer } from '../../../../core/http/csv-answer'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { csvLine, utf8Mark } from '../../../../shared/csv'
import { writtenNumber } from '../../../../shared/phone/written-number'
import { recordExport } from '../../../platform/audit/record-export'
import { companyCountry } from '../../../platform/company/country'
import { nameFor, numberFor } from '../hidden-numbers'
import { exportedText, fieldCells, fieldHeadings } from './field-columns'
import { ownColumns } from './own-file'

const batchSize = 200
const page = hot<{ searchText: string; id: number; limit: number }>()((db, p) =>
  db
    .select('contacts')
    .select(['id', 'name', 'number', 'email', 'searchText', 'isGroup'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('searchText', 'id'), '>', tuple(p('searchText'), p('id'))))
    .orderBy('searchText')
    .orderBy('id')
    .limit(p('limit')),
)

/** GET /contacts/export: contatos.csv with all contacts but groups, by name, streamed in batches of 200. */
export async function exportContacts(scope: Scope): Promise<Response> {
  await recordExport(scope, { entity: 'contacts' })
  const lines = await csvLinesOf(scope)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
  })
  return csvAnswer('contatos.csv', body)
}

/**
 * The CSV in parts of whole lines, the heading first: name, number, e-mail, and a column for each field of the contacts.
 * An import takes all of it back as it is.
 */
export async function* csvLinesOf(scope: Scope): AsyncGenerator<string> {
  const country = await companyCountry(scope)
  const headings = await fieldHeadings(scope)
  yield utf8Mark + csvLine([...ownColumns, ...headings])
  let after = { searchText: '', id: 0 }
  for (;;) {
    const rows = await scope.db.runAside(page, { ...after, limit: batchSize })
    const last = rows.at(-1)
    if (!last) return
    const people = rows.filter(({ isGroup }) => isGroup === 0)
    const ids = people.map(({ id }) => id)
    const fields = await fieldCells(scope, ids, headings)
    const lines = people.map(({ id, name, number, email }) => {
      const written = number === null ? '' : numberFor(scope.actor, writtenNumber(number, country))
      const own = [nameFor(scope.actor, exportedText(name) || (number ?? '')), written, email]
      return csvLine([...own, ...(fields.get(id) ?? [])])
    })
    if (lines.length > 0) yield lines.join('')
    after = { searchText: last.searchText, id: last.id }
  }
}
