import type { ExpressionBuilder } from 'kysely'
import type { Platform, Scope } from '../../../core/scope'
import { containsText } from '../../../core/storage/expressions'
import type { CompanyId, Database } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import type { Announcement, AnnouncementQuery } from './model'

const size = pageSizes.other

/**
 * A page of announcements, newest first, and how many are unread. Switched-off ones only for the provider.
 * `searchParam` matches title and text without accents.
 */
export async function listAnnouncements(scope: Scope, platform: Platform, query: AnnouncementQuery) {
  const { searchParam = '', pageNumber = 1, cursor } = query
  const text = foldText(searchParam)
  const rows = await announcementRows(platform)
    .$if(!scope.viewer.super, (rows) => rows.where('announcements.status', '=', 1).where(goesTo(scope.companyId)))
    .$if(cursor !== undefined, (rows) => rows.where('announcements.id', '<', cursor ?? 0))
    .$if(text !== '', (rows) => rows.where(containsText('announcements.searchText', text)))
    .orderBy('announcements.id', 'desc')
    .limit(size + 1)
    .offset(cursor === undefined ? (pageNumber - 1) * size : 0)
    .execute()
  const named = scope.viewer.super ? await companyNames(platform, rows) : null
  const records = rows.slice(0, size).map((row) => toAnnouncement(platform, row, named))
  const hasMore = rows.length > size
  return {
    records,
    hasMore,
    next: hasMore ? String(records.at(-1)?.id) : null,
    unread: await countUnread(scope, platform),
  }
}

/** An announcement, visible or not. @throws ERR_NO_ANNOUNCEMENT_FOUND */
export async function getAnnouncement(platform: Platform, id: number): Promise<Announcement> {
  const row = await announcementRows(platform).where('announcements.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_ANNOUNCEMENT_FOUND')
  return toAnnouncement(platform, row, await companyNames(platform, [row]))
}

/** Number of visible announcements published after the person last opened the list. */
async function countUnread(scope: Scope, { db }: Platform): Promise<number> {
  const readRow = await scope.db
    .select('announcement_reads')
    .select('seenAt')
    .where('userId', '=', scope.viewer.userId)
    .executeTakeFirst()
  const { count } = await db
    .selectFrom('announcements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 1)
    .where(goesTo(scope.companyId))
    .where('publishedAt', '>', readRow?.seenAt ?? '')
    .executeTakeFirstOrThrow()
  return count
}

const announcementRows = ({ db }: Platform) =>
  db
    .selectFrom('announcements')
    .leftJoin('media', (on) =>
      on.onRef('media.companyId', '=', 'announcements.companyId').onRef('media.id', '=', 'announcements.mediaId'),
    )
    .select(['announcements.id', 'announcements.companyId', 'title', 'text', 'priority', 'status', 'mediaId'])
    .select([
      'originalName as mediaName',
      'publishedAt',
      'announcements.companies',
      'announcements.createdAt',
      'announcements.updatedAt',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof announcementRows>['execute']>>[number]

/** Condition: the announcement goes to all companies, or to this one. */
const goesTo =
  (companyId: number) =>
  ({ eb, or }: ExpressionBuilder<Database, 'announcements'>) =>
    or([eb('announcements.companies', '=', ''), containsText('announcements.companies', `,${companyId},`)])

/** Ids of companies as they are stored: between commas. */
export const storedIds = (ids: readonly number[]) => (ids.length === 0 ? '' : `,${[...new Set(ids)].join()},`)
export const idsOf = (stored: string) => stored.split(',').filter(Boolean).map(Number)

/** Names of the companies of these rows. */
async function companyNames({ db }: Platform, rows: { companies: string }[]): Promise<Map<number, string>> {
  const ids = rows.flatMap(({ companies }) => idsOf(companies)) as CompanyId[]
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/**
 * The picture is a file of the provider's company. The signed link opens it without a login, from any company. Without
 * names, for people of a company, the chosen companies are left out.
 */
function toAnnouncement(
  { ports }: Platform,
  { companyId, mediaId, status, companies: stored, ...row }: Row,
  named: Map<number, string> | null,
): Announcement {
  // A company that was deleted stays chosen, by its id: without it, an announcement for it alone would go to all.
  const companies = named ? idsOf(stored).map((id) => ({ id, name: named.get(id) ?? `#${id}` })) : []
  return {
    ...row,
    companies,
    status: status === 1,
    mediaPath: mediaId && ports.media.links.forEveryone(companyId, mediaId),
  }
}
