import { refuseUnparsed } from '../../core/parsers/contract'
import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { recordAuditEntry } from '../audit/record'
import { getContactList } from '../contact-lists/read'
import { publishContactList } from '../contact-lists/service'
import { removeFromDisk, type StoredFile, saveStream } from '../media/files'
import { admitFile } from '../media/quota'
import type { FileStart } from './list-file-parser'
import type { ColumnsInput, ContactImport, ListUpload } from './model'
import { getImport, publishImport } from './read'

/**
 * Stores a file and begins its import, or asks for its columns when no heading names the number. @throws
 * ERR_NO_CONTACT_LIST_FOUND, ERR_CONTACT_IMPORT_RUNNING, ERR_NO_ROOM, and the refusals of readRows
 */
export async function importFile(outer: Scope, contactListId: number, { file }: ListUpload): Promise<ContactImport> {
  await getContactList(outer, contactListId)
  const stored = await saveStream(outer, file.stream(), file.name, limits.listFile).catch(refuseEmpty)
  const path = outer.ports.media.absolute(stored.path)
  try {
    const start = await outer.ports.parsers
      .run(outer.companyId, 'list.start', { path, size: stored.size })
      .catch(refuseUnparsed('ERR_SPREADSHEET_BROKEN'))
    return await outer.transaction((scope) => insertFileImport(scope, contactListId, stored, start))
  } catch (error) {
    await removeFromDisk(path)
    throw error
  }
}

function refuseEmpty(error: unknown): never {
  throw error instanceof AppError && error.code === 'ERR_EMPTY_MESSAGE' ? new AppError('ERR_SPREADSHEET_EMPTY') : error
}

async function insertFileImport(scope: Scope, contactListId: number, stored: StoredFile, start: FileStart) {
  await refuseSecondImport(scope, contactListId)
  await admitFile(scope, stored)
  const { isSure, ...preview } = start
  const row = { contactListId, source: 'file', fileName: stored.originalName, mediaId: stored.id } as const
  const columns = isSure ? JSON.stringify(start.columns) : null
  const { name } = await getContactList(scope, contactListId)
  const entry = { action: 'import', entity: 'contactList', entityId: contactListId, name }
  await recordAuditEntry(scope, { ...entry, after: { file: stored.originalName } })
  return insertImport(scope, { ...row, columns, preview: JSON.stringify(preview), sourceDetail: null })
}

type NewImport = Parameters<typeof insertRow>[1]

const insertRow = (
  { db, actor }: Scope,
  row: {
    contactListId: number
    source: ContactImport['source']
    fileName: string
    mediaId: string | null
    columns: string | null
    preview: string | null
    sourceDetail: string | null
  },
) => {
  const userId = 'system' in actor ? null : actor.userId
  const isMapping = row.source === 'file' && row.columns === null
  const state = isMapping ? ('mapping' as const) : ('running' as const)
  const open = { state, reason: null, total: null, userId, endedAt: null }
  return db
    .insert('contact_list_imports', { ...row, ...open })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Inserts an import and its job. Call within a transaction. */
export async function insertImport(scope: Scope, row: NewImport): Promise<ContactImport> {
  const { id } = await insertRow(scope, row)
  const made = await getImport(scope, id)
  if (made.state === 'running') await enqueueImport(scope, id)
  return publishImport(scope, id)
}

const enqueueImport = (scope: Scope, importId: number) =>
  scope.enqueue('contactList.import', { importId }, { key: `import:${importId}` })

/** @throws ERR_CONTACT_IMPORT_RUNNING; an import that waits for its columns is cancelled */
async function refuseSecondImport(scope: Scope, contactListId: number) {
  const open = await scope.db
    .select('contact_list_imports')
    .select(['id', 'state'])
    .where('contactListId', '=', contactListId)
    .where('state', 'in', ['running', 'mapping'])
    .execute()
  if (open.some(({ state }) => state === 'running')) throw new AppError('ERR_CONTACT_IMPORT_RUNNING')
  for (const { id } of open) await endImport(scope, id, 'cancelled')
}

/** Begins the import of a file with the columns that a person chose. @throws ERR_CONTACT_IMPORT_STATE */
export function chooseColumns(outer: Scope, id: number, columns: ColumnsInput): Promise<ContactImport> {
  return outer.transaction(async (scope) => {
    const { state } = await getImport(scope, id)
    if (state !== 'mapping') throw new AppError('ERR_CONTACT_IMPORT_STATE')
    const change = { columns: JSON.stringify(columns), state: 'running' as const }
    await scope.db.update('contact_list_imports').set(change).where('id', '=', id).execute()
    await enqueueImport(scope, id)
    return publishImport(scope, id)
  })
}

/** Stops an import; rows that it added stay. @throws ERR_NO_CONTACT_IMPORT_FOUND, ERR_CONTACT_IMPORT_STATE */
export function cancelImport(outer: Scope, id: number): Promise<ContactImport> {
  return outer.transaction(async (scope) => {
    const { state } = await getImport(scope, id)
    if (state !== 'running' && state !== 'mapping') throw new AppError('ERR_CONTACT_IMPORT_STATE')
    await scope.cancelJob('contactList.import', `import:${id}`)
    await endImport(scope, id, 'cancelled')
    return getImport(scope, id)
  })
}

/**
 * Ends an import and lets its file go; the daily sweep removes it. Open pages get the list's new figures. Call within a
 * transaction.
 */
export async function endImport(
  scope: Scope,
  id: number,
  state: 'done' | 'cancelled' | 'failed',
  reason: string | null = null,
) {
  const now = new Date().toISOString()
  const change = { state, reason, mediaId: null, preview: null, endedAt: now, updatedAt: now }
  await scope.db.update('contact_list_imports').set(change).where('id', '=', id).execute()
  const { contactListId } = await publishImport(scope, id)
  scope.publish('contactListItem', { action: 'reload', contactListId })
  await publishContactList(scope, contactListId).catch(() => undefined) // the list was deleted meanwhile
}
