import { csvAnswer } from '../../../core/http/csv-answer'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { csvLine, utf8Mark } from '../../../shared/csv'
import { type FaultTexts, faultTexts } from './fault-texts'
import { getImport, type ImportTarget } from './read'

const pageSize = 1000
const page = hot<{ importId: number; id: number; limit: number }>()((db, p) =>
  db
    .select('contact_import_errors')
    .select(['id', 'row', 'name', 'number', 'fault', 'other', 'cell'])
    .where('importId', '=', p('importId'))
    .where('id', '>', p('id'))
    .orderBy('id')
    .limit(p('limit')),
)

/** Rows that an import refused and cells that it left out, as CSV with their row numbers, streamed. @throws ERR_NO_CONTACT_IMPORT_FOUND */
export async function downloadRefusedRows(scope: Scope, importId: number, target: ImportTarget): Promise<Response> {
  await getImport(scope, importId, target)
  const texts = await faultTexts(scope)
  let [after, isFirst] = [0, true]
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows = await scope.db.run(page, { importId, id: after, limit: pageSize })
      const heading = isFirst ? `${utf8Mark}${csvLine(texts.heading)}` : ''
      isFirst = false
      const lines = rows.map((row) => csvLine([String(row.row), row.name, row.number, reasonOf(row, texts)]))
      controller.enqueue(new TextEncoder().encode(heading + lines.join('')))
      after = rows.at(-1)?.id ?? after
      if (rows.length < pageSize) controller.close()
    },
  })
  return csvAnswer('erros.csv', body)
}

interface Recorded {
  fault: keyof FaultTexts['faults']
  other: string
  cell: string
}

function reasonOf({ fault, other, cell }: Recorded, { faults, leftOut }: FaultTexts): string {
  if (cell !== '') return `${leftOut} ${cell}: ${other} (${faults[fault]})`
  return (fault === 'known' || fault === 'repeated') && other !== '' ? `${faults[fault]}: ${other}` : faults[fault]
}
