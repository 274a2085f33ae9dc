import type { Scope } from '../../../core/scope'
import { containsText, everyRow } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import type { Tag, TagQuery } from './model'

/** A tag with its number of tickets, including closed ones, counted in an index. */
const tagRows = (db: Tables) =>
  db
    .select('tags')
    .select(['tags.id', 'tags.name', 'tags.searchText', 'tags.color', 'tags.kanban', 'tags.orderTag', 'tags.userId'])
    .select(({ selectFrom }) =>
      selectFrom('ticket_tags as l')
        .whereRef('l.companyId', '=', 'tags.companyId')
        .whereRef('l.tagId', '=', 'tags.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('ticketsCount'),
    )

interface Part {
  searchText: string
  limit: number
  offset: number
}
const byId = hot<{ id: number }>()((db, p) => tagRows(db).where('tags.id', '=', p('id')))
const byName = hot<{ searchText: string }>()((db, p) =>
  db.select('tags').select('id').where('searchText', '=', p('searchText')),
)
const page = hot<Part>()((db, p) =>
  tagRows(db).where('searchText', '>', p('searchText')).orderBy('searchText').limit(p('limit')).offset(p('offset')),
)
const matching = hot<Part & { text: string }>()((db, p) =>
  tagRows(db)
    .where('searchText', '>', p('searchText'))
    .where(containsText('searchText', p('text')))
    .orderBy('searchText')
    .limit(p('limit'))
    .offset(p('offset')),
)
const lanes = hot<{}>()((db) => tagRows(db).where('kanban', '=', 1).orderBy('orderTag').orderBy('tags.id'))

type Row = NonNullable<(typeof byId)['row']>
const toTag = ({ searchText: _, ...tag }: Row): Tag => tag

const size = pageSizes.other
/** Without a limit: a company has at most `limits.tags`, and a select needs all of them. */
const everything = { searchText: '', limit: everyRow, offset: 0 }

/** Returns a page of tags by name, compared without accents. */
export async function listTags(scope: Scope, { searchParam = '', pageNumber = 1, cursor }: TagQuery) {
  const text = foldText(searchParam)
  const part = { searchText: cursor ?? '', limit: size + 1, offset: cursor === undefined ? (pageNumber - 1) * size : 0 }
  const rows = text === '' ? await scope.db.run(page, part) : await scope.db.run(matching, { ...part, text })
  const hasMore = rows.length > size
  const shown = rows.slice(0, size)
  return { tags: shown.map(toTag), hasMore, next: hasMore ? (shown.at(-1)?.searchText ?? null) : null }
}

/** Returns all tags by name, for selects. */
export const listAllTags = async (scope: Scope): Promise<Tag[]> => (await scope.db.run(page, everything)).map(toTag)

/** Returns the lanes of the board, from left to right. */
export const listLanes = async (scope: Scope): Promise<Tag[]> => (await scope.db.run(lanes, {})).map(toTag)

/** Returns a tag. @throws ERR_NO_TAG_FOUND, also for another company's */
export async function getTag(scope: Scope, id: number): Promise<Tag> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_TAG_FOUND')
  return toTag(row)
}

/** Returns the id of the tag with this folded name (without accents and case), or undefined. */
export const findTagByName = async (scope: Scope, searchText: string) =>
  (await scope.db.first(byName, { searchText }))?.id
