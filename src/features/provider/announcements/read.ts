import type { Platform, Scope } from '../../../core/scope'
import { containsText } from '../../../core/storage/expressions'
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
    .$if(!scope.viewer.super, (rows) => rows.where('announcements.status', '=', 1))
    .$if(cursor !== undefined, (rows) => rows.where('announcements.id', '<', cursor ?? 0))
    .$if(text !== '', (rows) => rows.where(containsText('announcements.searchText', text)))
    .orderBy('announcements.id', 'desc')
    .limit(size + 1)
    .offset(cursor === undefined ? (pageNumber - 1) * size : 0)
    .execute()
  const records = rows.slice(0, size).map((row) => toAnnouncement(platform, row))
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
  return toAnnouncement(platform, row)
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
    .select(['originalName as mediaName', 'publishedAt', 'announcements.createdAt', 'announcements.updatedAt'])

type Row = Awaited<ReturnType<ReturnType<typeof announcementRows>['execute']>>[number]

/** The picture is a file of the provider's company. The signed link opens it without a login, from any company. */
function toAnnouncement({ ports }: Platform, { companyId, mediaId, status, ...row }: Row): Announcement {
  return { ...row, status: status === 1, mediaPath: mediaId && ports.media.links.forEveryone(companyId, mediaId) }
}
