import type { Events } from '../../../core/events'
import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId, Flag } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { attachmentName, foldText } from '../../../shared/text'
import { recordAuditEntry } from '../../platform/audit/record'
import { registerFile, saveStream } from '../../platform/media/files'
import type { Announcement, AnnouncementChange, AnnouncementInput } from './model'
import { getAnnouncement, storedIds } from './read'

/** Publishes a new announcement to every company, or to the chosen ones. @throws ERR_NO_COMPANY_FOUND, ERR_VALIDATION when title or text is blank */
export async function createAnnouncement(scope: Scope, platform: Platform, input: AnnouncementInput) {
  const { priority = 3, status = true } = input
  const words = trimmedText(input.title, input.text)
  const publishedAt = new Date().toISOString()
  const companies = await chosenCompanies(platform, input.companyIds ?? [])
  const record = await scope.transaction(async (scope) => {
    const row = {
      ...words,
      priority: priority as 1 | 2 | 3,
      status: toFlag(status),
      mediaId: null,
      publishedAt,
      companies,
    }
    const { id } = await scope.db.insert('announcements', row).returning('id').executeTakeFirstOrThrow()
    await recordAuditEntry(scope, {
      action: 'create',
      entity: 'announcement',
      entityId: id,
      name: words.title,
      after: { ...input },
    })
    return id
  })
  return publishAnnouncement(platform, 'create', record)
}

/** True when companies get an announcement that they did not have; an empty list is all of them. */
const reachesMore = (before: number[], after: number[] | undefined) =>
  after !== undefined && before.length > 0 && (after.length === 0 || after.some((id) => !before.includes(id)))

/**
 * Changes an announcement. Companies that are no longer chosen lose it. It becomes unread again when it is made visible,
 * and while visible when its title or text changes or further companies get it. @throws ERR_NO_ANNOUNCEMENT_FOUND, ERR_VALIDATION when title or text is blank
 */
export async function updateAnnouncement(scope: Scope, platform: Platform, id: number, change: AnnouncementChange) {
  await changeAnnouncement(scope, platform, id, async (before, platform) => {
    const already = before.companies.map(({ id }) => id)
    const companies = change.companyIds && (await chosenCompanies(platform, change.companyIds, already))
    const words = trimmedText(change.title ?? before.title, change.text ?? before.text)
    const status = change.status ?? before.status
    const isSame =
      words.title === before.title && words.text === before.text && !reachesMore(already, change.companyIds)
    const isNews = status && !(before.status && isSame)
    return {
      ...words,
      priority: (change.priority ?? before.priority) as 1 | 2 | 3,
      status: toFlag(status),
      ...(companies !== undefined && { companies }),
      ...(isNews && { publishedAt: new Date().toISOString() }),
    }
  })
  return publishAnnouncement(platform, 'update', id)
}

/** Deletes an announcement for every company. @throws ERR_NO_ANNOUNCEMENT_FOUND */
export async function deleteAnnouncement(scope: Scope, platform: Platform, id: number) {
  await platform.transaction(async (platform) => {
    const before = await getAnnouncement(platform, id)
    await platform.db.deleteFrom('announcements').where('id', '=', id).execute()
    await auditChange(scope, platform, 'delete', before, null)
  })
  await publishToAllCompanies(platform, { action: 'delete', id })
  return { id }
}

const pictureTypes = ['image/png', 'image/jpeg']

/**
 * Sets or replaces the picture.
 * @throws ERR_NO_ANNOUNCEMENT_FOUND, ERR_MEDIA_TYPE unless PNG or JPEG, ERR_TOO_LARGE
 */
export async function attachPicture(outer: Scope, platform: Platform, id: number, upload: File) {
  await getAnnouncement(platform, id) // fails before the file is written
  const file = await saveStream(outer, upload.stream(), attachmentName(upload.name), limits.announcementPicture)
  try {
    if (!pictureTypes.includes(file.mime)) throw new AppError('ERR_MEDIA_TYPE')
    await outer.transaction(async (scope) => registerFile(scope, file))
    await changeAnnouncement(outer, platform, id, async () => ({ mediaId: file.id }))
  } catch (error) {
    await outer.ports.media.remove(file.path)
    throw error
  }
  return publishAnnouncement(platform, 'update', id)
}

/** Removes the picture. @throws ERR_NO_ANNOUNCEMENT_FOUND */
export async function removePicture(scope: Scope, platform: Platform, id: number) {
  await changeAnnouncement(scope, platform, id, async () => ({ mediaId: null }))
  return publishAnnouncement(platform, 'update', id)
}

/** Marks all announcements as read by the acting person. */
export async function markSeen(scope: Scope) {
  const seenAt = new Date().toISOString()
  const row = { userId: scope.viewer.userId, seenAt }
  await scope.transaction((scope) =>
    scope.db
      .insert('announcement_reads', row)
      .onConflict((conflict) => conflict.columns(['companyId', 'userId']).doUpdateSet({ seenAt }))
      .execute(),
  )
  return { ok: true }
}

interface AnnouncementColumns {
  title?: string
  text?: string
  searchText?: string
  priority?: 1 | 2 | 3
  status?: Flag
  mediaId?: string | null
  companies?: string
  publishedAt?: string
}

function changeAnnouncement(
  scope: Scope,
  outer: Platform,
  id: number,
  decide: (before: Announcement, platform: Platform) => Promise<AnnouncementColumns>,
) {
  return outer.transaction(async (platform) => {
    const before = await getAnnouncement(platform, id)
    const values = { ...(await decide(before, platform)), updatedAt: new Date().toISOString() }
    await platform.db.updateTable('announcements').set(values).where('id', '=', id).execute()
    await auditChange(scope, platform, 'update', before, await getAnnouncement(platform, id))
  })
}

async function publishAnnouncement(platform: Platform, action: 'create' | 'update', id: number): Promise<Announcement> {
  const record = await getAnnouncement(platform, id)
  await publishToAllCompanies(platform, { action, record })
  return record
}

async function publishToAllCompanies({ db, ports }: Platform, payload: Events['announcement']) {
  for (const { id } of await db.selectFrom('companies').select('id').execute())
    ports.publish(id, 'announcement', forCompany(id, payload))
}

/** A company that is not among the chosen ones gets the record for its super users only. */
const forCompany = (id: number, payload: Events['announcement']): Events['announcement'] =>
  payload.action === 'delete' || payload.record.companies.length === 0
    ? payload
    : { ...payload, isElsewhere: !payload.record.companies.some((company) => company.id === id) }

/** The chosen companies as they are stored; `already` chosen ones may have been deleted since. @throws ERR_NO_COMPANY_FOUND */
async function chosenCompanies({ db }: Platform, ids: number[], already: number[] = []): Promise<string> {
  const added = [...new Set(ids)].filter((id) => !already.includes(id)) as CompanyId[]
  const found = added.length > 0 ? await db.selectFrom('companies').select('id').where('id', 'in', added).execute() : []
  if (found.length < added.length) throw new AppError('ERR_NO_COMPANY_FOUND')
  return storedIds(ids)
}

function trimmedText(title: string, text: string) {
  const blank = (['title', 'text'] as const).filter((field) => ({ title, text })[field].trim() === '')
  if (blank.length > 0) throw new AppError('ERR_VALIDATION', { fields: blank })
  return { title: title.trim(), text: text.trim(), searchText: foldText(`${title} ${text}`) }
}

async function auditChange(
  scope: Scope,
  platform: Platform,
  action: string,
  before: Announcement,
  after: Announcement | null,
) {
  const { viewer: actor, address } = scope
  const sides = { before: auditFields(before), after: after && auditFields(after) }
  const entry = { action, entity: 'announcement', entityId: before.id, name: (after ?? before).title, ...sides }
  await recordAuditEntry({ db: platform.tenant(scope.companyId), actor, address }, entry)
}

/** Fields for the audit log. `mediaPath` is left out, because its signature changes every hour. */
const auditFields = ({ mediaPath: _, companies, ...rest }: Announcement) => ({
  ...rest,
  companies: companies.map(({ name }) => name),
})
const toFlag = (on: boolean): Flag => (on ? 1 : 0)
