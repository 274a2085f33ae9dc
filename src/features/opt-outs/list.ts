import { csvAnswer } from '../../core/http/csv-answer'
import { idOfCursor } from '../../core/http/cursor'
import type { Scope } from '../../core/scope'
import { containsText } from '../../core/storage/expressions'
import { hot } from '../../core/storage/tenant'
import { csvLine, utf8Mark } from '../../shared/csv'
import type { OptOutSource } from '../../shared/enums'
import { pageSizes } from '../../shared/limits'
import { foldText } from '../../shared/text'
import { recordExport } from '../audit/record-export'
import type { OptOut, OptOutQuery } from './model'
import { type OptOutRow, optOutRows, toOptOut } from './read'

const size = pageSizes.other
const batchSize = 200

interface Part {
  before: number
  limit: number
  skipped?: number
  text?: string
  source?: OptOutSource
}

/** Returns a page of the register, newest first. @throws ERR_VALIDATION for an invalid cursor */
export async function listOptOuts(scope: Scope, query: OptOutQuery) {
  const { searchParam = '', source, pageNumber = 1, cursor } = query
  const before = idOfCursor(cursor)
  const skipped = before === undefined ? (pageNumber - 1) * size : 0
  const part = { before: before ?? Number.MAX_SAFE_INTEGER, limit: size + 1, skipped, text: searchParam, source }
  const rows = await readPart(scope, part)
  const hasMore = rows.length > size
  const optOuts: OptOut[] = rows.slice(0, size).map(toOptOut)
  const next = hasMore ? String(optOuts.at(-1)?.id) : null
  return { optOuts, ...(await countsOf(scope)), hasMore, next }
}

/** Entries with an id below `before`, newest first. */
function readPart(scope: Scope, { before, limit, skipped = 0, text = '', source }: Part): Promise<OptOutRow[]> {
  let query = optOutRows(scope.db).where('opt_outs.id', '<', before)
  if (source !== undefined) query = query.where('opt_outs.source', '=', source)
  const words = foldText(text)
  const digits = text.replace(/\D/g, '')
  if (words !== '')
    query = query.where(({ or }) =>
      or([
        containsText('contacts.searchText', words),
        ...(digits === '' ? [] : [containsText('opt_outs.number', digits)]),
      ]),
    )
  return scope.db.executeAside(query.orderBy('opt_outs.id', 'desc').limit(limit).offset(skipped))
}

const countOf = hot<{}>()((db) => db.select('opt_outs').select(({ fn }) => fn.countAll<number>().as('count')))
const erasedCount = hot<{}>()((db) =>
  db.select('erased_opt_outs').select(({ fn }) => fn.countAll<number>().as('count')),
)

const countsOf = async (scope: Scope) => ({
  count: Number((await scope.db.runAside(countOf, {}))[0]?.count ?? 0),
  erased: Number((await scope.db.runAside(erasedCount, {}))[0]?.count ?? 0),
})

/** GET /opt-outs/export: saidas.csv with the whole register, newest first, streamed in batches of 200. */
export async function exportOptOuts(scope: Scope): Promise<Response> {
  await recordExport(scope, { entity: 'optOuts' })
  const lines = linesOf(scope)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
  })
  return csvAnswer('saidas.csv', body)
}

async function* linesOf(scope: Scope): AsyncGenerator<string> {
  yield `${utf8Mark}number;name;at;source;word;reason;campaign;whatsapp;user;confirmedAt\r\n`
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await readPart(scope, { before, limit: batchSize })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toOptOut).map(lineOf).join('')
    before = last.id
  }
}

const lineOf = ({ number, contact, at, source, word, reason, campaign, whatsapp, user, confirmedAt }: OptOut) =>
  csvLine([
    ...[number, contact?.name ?? '', at, source, word, reason],
    ...[campaign, whatsapp, user].map((named) => named?.name ?? ''),
    confirmedAt ?? '',
  ])
