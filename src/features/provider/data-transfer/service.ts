import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { hot } from '../../../core/storage/tenant'
import type { ExportKind } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { auditLabelOf } from '../../contacts/contacts/audit-label'
import { getContactRow } from '../../contacts/contacts/read'
import { recordAuditEntry } from '../../platform/audit/record'
import { ownCompanyRow } from '../../platform/company/own-row'
import { assertRoom } from '../../platform/media/quota'
import type { DataExport } from './model'

/** Days the rows of exports are kept; their files are swept after one day. */
const keptDays = 7
const maxListed = 50

const columns = ['id', 'kind', 'contactId', 'userName', 'status', 'size', 'createdAt', 'mediaId'] as const
const byId = hot<{ id: number }>()((db, p) => db.select('data_exports').select(columns).where('id', '=', p('id')))
const latest = hot<{ limit: number }>()((db, p) =>
  db
    .select('data_exports')
    .select(columns)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('media')
          .select('media.id')
          .whereRef('media.companyId', '=', 'data_exports.companyId')
          .whereRef('media.id', '=', 'data_exports.mediaId'),
      ).as('isThere'),
    )
    .orderBy('id', 'desc')
    .limit(p('limit')),
)
type Row = NonNullable<(typeof byId)['row']>

function toExport(scope: Scope, { mediaId, ...row }: Row, isThere = true): DataExport {
  const url = mediaId === null || !isThere ? null : scope.mediaLink(mediaId)
  return { ...row, url }
}

/** The row of an export. @throws ERR_NO_EXPORT_FOUND also for an export of another company */
export async function getExportRow(scope: Scope, id: number): Promise<Row> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_EXPORT_FOUND')
  return row
}

/** The latest exports, newest first, at most 50; `url` is set while the file exists. */
export const listExports = async (scope: Scope) => ({
  exports: (await scope.db.run(latest, { limit: maxListed })).map(({ isThere, ...row }) =>
    toExport(scope, row, Boolean(isThere)),
  ),
})

/** A scope in any company for a super user; keeps the acting person and the address. @throws ERR_NO_COMPANY_FOUND */
export async function companyScope(platform: Platform, { viewer, address }: Scope, id: number): Promise<Scope> {
  const company = await platform.db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', id as CompanyId)
    .executeTakeFirst()
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  return platform.scope(company.id, viewer).from(() => address)
}

/** Starts an export of all data of a contact; a job writes it. @throws ERR_NO_CONTACT_FOUND, ERR_NO_ROOM */
export const exportContact = (scope: Scope, contactId: number) => startExport(scope, 'contact', contactId)

/** Starts an export of all data of the company; a job writes it. @throws ERR_NO_ROOM */
export const exportCompany = (scope: Scope) => startExport(scope, 'company', null)

/** Starts an export, or returns the unfinished one of the same contact or company. */
function startExport(outer: Scope, kind: ExportKind, contactId: number | null): Promise<DataExport> {
  return outer.transaction(async (scope) => {
    const name = contactId === null ? await companyName(scope) : auditLabelOf(await getContactRow(scope, contactId))
    const unfinished = await findUnfinished(scope, kind, contactId)
    if (unfinished) return toExport(scope, unfinished)
    await assertRoomForExport(scope, contactId)
    await deleteOldRows(scope)
    const { userId, name: userName } = scope.viewer
    const row = await scope.db
      .insert('data_exports', { kind, contactId, userId, userName, status: 'making', mediaId: null })
      .returning(columns)
      .executeTakeFirstOrThrow()
    const entity = kind === 'contact' ? 'contact' : 'company'
    await recordAuditEntry(scope, { action: 'export', entity, entityId: contactId ?? scope.companyId, name })
    await scope.enqueue('export.make', { exportId: row.id }, { lane: `export:${scope.companyId}` })
    const started = toExport(scope, row)
    scope.publish('dataExport', { action: 'update', export: started })
    return started
  })
}

const companyName = async ({ db }: Scope) =>
  (await ownCompanyRow(db).select('companies.name').executeTakeFirstOrThrow()).name

const findUnfinished = (scope: Scope, kind: ExportKind, contactId: number | null) =>
  scope.db
    .select('data_exports')
    .select(columns)
    .where('kind', '=', kind)
    .where('status', '=', 'making')
    .where('contactId', contactId === null ? 'is' : '=', contactId)
    .executeTakeFirst()

const deleteOldRows = (scope: Scope) =>
  scope.db
    .delete('data_exports')
    .where('createdAt', '<', new Date(Date.now() - keptDays * 86_400_000).toISOString())
    .execute()

/**
 * Checks the quota before a job writes for hours: the archive of a company contains all its files, but no exports, and
 * replaces the last one. The job checks the archive's own size. @throws ERR_NO_ROOM
 */
async function assertRoomForExport(scope: Scope, contactId: number | null) {
  const replaced = sizeOf(await filesOfExports(scope, contactId).execute())
  const files = contactId === null ? sizeOf(await filesOfExports(scope, 'none').execute()) : 1
  await assertRoom(scope, files - replaced)
}

const sizeOf = (files: { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)

/** Files of the exports of a contact, or of the company for null; for `none` the files of no export. */
function filesOfExports(scope: Scope, contactId: number | null | 'none') {
  const files = scope.db.select('media').select(['media.id', 'media.path', 'media.size'])
  return files.where(({ exists, not, selectFrom }) => {
    const ofExport = selectFrom('data_exports')
      .select('data_exports.id')
      .whereRef('data_exports.companyId', '=', 'media.companyId')
      .whereRef('data_exports.mediaId', '=', 'media.id')
    if (contactId === 'none') return not(exists(ofExport))
    return exists(
      contactId === null
        ? ofExport.where('data_exports.contactId', 'is', null)
        : ofExport.where('data_exports.contactId', '=', contactId),
    )
  })
}

/**
 * Deletes the files of earlier exports of the same contact or company, which a new one replaces. Their rows stay in the
 * list without a file. Call within a transaction.
 */
export async function removeReplacedExports(scope: Scope, contactId: number | null) {
  const files = await filesOfExports(scope, contactId).execute()
  for (const { id } of files) await scope.db.delete('media').where('id', '=', id).execute()
  scope.afterCommit(() => {
    for (const { path } of files) void scope.ports.media.remove(path)
  })
}

/** Marks an export as ready, or as failed when `result` is null, and publishes it. */
export function finishExport(outer: Scope, id: number, result: { mediaId: string; size: number } | null) {
  return outer.transaction(async (scope) => {
    const { mediaId = null, size = 0 } = result ?? {}
    const status = result ? ('ready' as const) : ('failed' as const)
    const row = await scope.db
      .update('data_exports')
      .set({ status, mediaId, size, updatedAt: new Date().toISOString() })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst()
    if (row) scope.publish('dataExport', { action: 'update', export: toExport(scope, row) })
  })
}
