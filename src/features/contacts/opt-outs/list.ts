import { idOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { containsText } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import type { OptOutSource } from '../../../shared/enums'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import { hidesNumbers } from '../contacts/hidden-numbers'
import { searchedText } from '../contacts/typed-number'
import type { OptOut, OptOutQuery } from './model'
import { type OptOutRow, optOutRows, toOptOut } from './read'

const size = pageSizes.other

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
  const part = {
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit: size + 1,
    skipped,
    text: await searchedText(scope, searchParam),
    source,
  }
  const rows = await readPart(scope, part)
  const hasMore = rows.length > size
  const optOuts: OptOut[] = rows.slice(0, size).map(toOptOut)
  const next = hasMore ? String(optOuts.at(-1)?.id) : null
  return { optOuts, ...(await countsOf(scope)), hasMore, next }
}

/** Entries with an id below `before`, newest first. */
export function readPart(scope: Scope, { before, limit, skipped = 0, text = '', source }: Part): Promise<OptOutRow[]> {
  let query = optOutRows(scope.db).where('opt_outs.id', '<', before)
  if (source !== undefined) query = query.where('opt_outs.source', '=', source)
  const words = foldText(text)
  if (hidesNumbers(scope.actor) && /\d/.test(text)) query = query.where(({ lit }) => lit(false))
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
