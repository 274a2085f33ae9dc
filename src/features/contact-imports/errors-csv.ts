import { csvAnswer } from '../../core/http/csv-answer'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { csvLine, utf8Mark } from '../../shared/csv'
import type { RowFault } from '../../shared/enums'
import { faultTexts } from './fault-texts'
import { getImport } from './read'

const pageSize = 1000
const page = hot<{ importId: number; id: number; limit: number }>()((db, p) =>
  db
    .select('contact_list_import_errors')
    .select(['id', 'row', 'name', 'number', 'fault', 'other'])
    .where('importId', '=', p('importId'))
    .where('id', '>', p('id'))
    .orderBy('id')
    .limit(p('limit')),
)

/** Rows that an import refused, as CSV with their row numbers, streamed. @throws ERR_NO_CONTACT_IMPORT_FOUND */
export async function downloadRefusedRows(scope: Scope, importId: number): Promise<Response> {
  await getImport(scope, importId)
  const texts = await faultTexts(scope)
  let [after, isFirst] = [0, true]
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows = await scope.db.run(page, { importId, id: after, limit: pageSize })
      const heading = isFirst ? `${utf8Mark}${csvLine(texts.heading)}` : ''
      isFirst = false
      const lines = rows.map(({ row, name, number, fault, other }) =>
        csvLine([String(row), name, number, withOther(texts[fault], fault, other)]),
      )
      controller.enqueue(new TextEncoder().encode(heading + lines.join('')))
      after = rows.at(-1)?.id ?? after
      if (rows.length < pageSize) controller.close()
    },
  })
  return csvAnswer('erros.csv', body)
}

const withOther = (text: string, fault: RowFault, other: string) =>
  (fault === 'known' || fault === 'repeated') && other !== '' ? `${text}: ${other}` : text
