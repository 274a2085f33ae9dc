import { textCursor, textOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { containsText, sortsAfter } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { limits, pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import type { QuickMessage, QuickMessageQuery } from './model'

const quickRows = (db: Tables) =>
  db
    .select('quick_messages')
    .leftJoin('users', 'users.id', 'quick_messages.userId')
    .leftJoin('media', 'media.id', 'quick_messages.mediaId')
    .select(['quick_messages.id', 'shortcode', 'code', 'message', 'geral', 'quick_messages.status'])
    .select(['quick_messages.userId', 'quick_messages.mediaId', 'users.name as userName'])
    .select(['media.originalName', 'media.mime', 'media.size'])
    .select(['quick_messages.createdAt', 'quick_messages.updatedAt'])

const byId = hot<{ id: number }>()((db, p) => quickRows(db).where('quick_messages.id', '=', p('id')))
type QuickRow = NonNullable<(typeof byId)['row']>

interface Part {
  userId: number
  text: string
  code: string
  id: number
  limit: number
  offset: number
}
const paged = (rows: ReturnType<typeof quickRows>, p: <K extends keyof Part & string>(name: K) => Part[K]) =>
  rows
    .where(sortsAfter(['quick_messages.code', 'quick_messages.id'], [p('code'), p('id')]))
    .where(({ eb, or, val }) => or([eb(val(p('text')), '=', ''), containsText('quick_messages.searchText', p('text'))]))
    .orderBy('quick_messages.code')
    .orderBy('quick_messages.id')
    .limit(p('limit'))
    .offset(p('offset'))

const ownPage = hot<Part>()((db, p) => paged(quickRows(db), p).where('quick_messages.userId', '=', p('userId')))
const wholePage = hot<Part>()((db, p) =>
  paged(quickRows(db), p).where((eb) =>
    eb.or([eb('quick_messages.userId', '=', p('userId')), eb('quick_messages.geral', '=', 1)]),
  ),
)
const offered = hot<{ userId: number; limit: number }>()((db, p) =>
  quickRows(db)
    .where((eb) => eb.or([eb('quick_messages.userId', '=', p('userId')), eb('quick_messages.geral', '=', 1)]))
    .where('quick_messages.status', '=', 1)
    // Without text and file, its upload has not come yet.
    .where((eb) => eb.or([eb('quick_messages.message', '<>', ''), eb('quick_messages.mediaId', 'is not', null)]))
    .orderBy('quick_messages.code')
    .orderBy('quick_messages.geral') // for the same shortcode the user's own comes first
    .limit(p('limit')),
)

const size = pageSizes.other

/**
 * Returns a page of the acting user's quick messages by shortcode, with `all` including the company's. Searches
 * shortcode and text.
 */
export async function listQuickMessages(
  scope: Scope,
  { searchParam = '', all, pageNumber = 1, cursor }: QuickMessageQuery,
) {
  const text = foldText(searchParam.replace(/^\//, ''))
  const skip = cursor === undefined ? (pageNumber - 1) * size : 0
  const part = { ...positionOf(cursor), text, userId: scope.viewer.userId, limit: size + 1, offset: skip }
  const rows = await scope.db.runAside(all ? wholePage : ownPage, part)
  const hasMore = rows.length > size
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    records: shown.map((row) => toQuickMessage(scope, row)),
    hasMore,
    next: hasMore && last ? textCursor({ text: last.code, id: last.id }) : null,
  }
}

/** Returns the active quick messages offered while writing: the user's own and the company's. */
export const listOffered = async (scope: Scope) => ({
  records: (await scope.db.run(offered, { userId: scope.viewer.userId, limit: limits.offered })).map((row) =>
    toQuickMessage(scope, row),
  ),
})

function positionOf(cursor: string | undefined) {
  const { text: code, id } = textOfCursor(cursor) ?? { text: '', id: 0 }
  return { code, id }
}

/**
 * Returns the row of a quick message. @throws ERR_NO_QUICK_FOUND, also for another company's; ERR_NO_PERMISSION for
 * another user's own
 */
export async function getQuickRow(scope: Scope, id: number): Promise<QuickRow> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_QUICK_FOUND')
  if (row.geral === 0 && row.userId !== scope.viewer.userId) throw new AppError('ERR_NO_PERMISSION')
  return row
}

export const getQuickMessage = async (scope: Scope, id: number): Promise<QuickMessage> =>
  toQuickMessage(scope, await getQuickRow(scope, id))

const toQuickMessage = (scope: Scope, row: QuickRow): QuickMessage => ({
  id: row.id,
  shortcode: row.shortcode,
  message: row.message,
  geral: row.geral === 1,
  status: row.status === 1,
  userId: row.userId,
  userName: row.userName ?? '',
  isMedia: row.mediaId !== null,
  mediaId: row.mediaId,
  mediaName: row.originalName,
  mediaType: row.mime,
  mediaSize: row.size,
  mediaPath: row.mediaId === null ? null : scope.mediaLink(row.mediaId),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
