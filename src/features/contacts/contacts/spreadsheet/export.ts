import { csvAnswer } from '../../../../core/http/csv-answer'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { csvLine, utf8Mark } from '../../../../shared/csv'
import { writtenNumber } from '../../../../shared/phone/written-number'
import { recordExport } from '../../../platform/audit/record-export'
import { companyCountry } from '../../../platform/company/country'

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

/** The CSV in parts of whole lines, the heading first. */
export async function* csvLinesOf(scope: Scope): AsyncGenerator<string> {
  const country = await companyCountry(scope)
  yield `${utf8Mark}name;number;email\r\n`
  let after = { searchText: '', id: 0 }
  for (;;) {
    const rows = await scope.db.runAside(page, { ...after, limit: batchSize })
    const last = rows.at(-1)
    if (!last) return
    const people = rows.filter(({ isGroup }) => isGroup === 0)
    const lines = people.map(({ name, number, email }) =>
      csvLine([name, number === null ? '' : writtenNumber(number, country), email]),
    )
    if (lines.length > 0) yield lines.join('')
    after = { searchText: last.searchText, id: last.id }
  }
}
