import { refuseUnparsed } from '../../../core/parsers/contract'
import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { recordAuditEntry } from '../../platform/audit/record'
import { getFile, type StoredFile, saveStream } from '../../platform/media/files'
import { admitFile } from '../../platform/media/quota'
import { getContactList } from '../lists/read'
import { publishContactList } from '../lists/service'
import type { FileSample, SampleInput } from './file-sample-parser'
import type { ContactImport, FileUpload, LayoutInput, PreviewInput } from './model'
import { getImport, type ImportTarget, publishImport } from './read'
import { readingOf } from './reading'

/**
 * Stores a file and begins its import, or asks for the meaning of its columns: when `ask` says so, when headings do not
 * name them, or when several sheets have people. @param contactListId null for an import into the contacts
 * @throws ERR_NO_CONTACT_LIST_FOUND, ERR_CONTACT_IMPORT_RUNNING, ERR_NO_ROOM, and the refusals of openFile
 */
export async function importFile(
  outer: Scope,
  contactListId: number | null,
  { file, ask = false }: FileUpload,
): Promise<ContactImport> {
  if (contactListId !== null) await getContactList(outer, contactListId)
  const stored = await saveStream(outer, file.stream(), file.name, limits.listFile).catch(refuseEmpty)
  try {
    const path = await outer.ports.media.locate(stored.path)
    const sample = await sampleFile(outer, { path, size: stored.size })
    const isAsked = ask || !sample.isSure
    return await outer.transaction((scope) => insertFileImport(scope, contactListId, stored, sample, isAsked))
  } catch (error) {
    await outer.ports.media.remove(stored.path)
    throw error
  }
}

function refuseEmpty(error: unknown): never {
  throw error instanceof AppError && error.code === 'ERR_EMPTY_MESSAGE' ? new AppError('ERR_SPREADSHEET_EMPTY') : error
}

async function sampleFile(
  scope: Scope,
  file: { path: string; size: number },
  layout?: SampleInput['layout'],
): Promise<FileSample> {
  const input = { ...file, ...(await readingOf(scope)), ...(layout && { layout }) }
  return scope.ports.parsers
    .run(scope.companyId, 'contacts.sample', input)
    .catch(refuseUnparsed('ERR_SPREADSHEET_BROKEN'))
}

async function insertFileImport(
  scope: Scope,
  contactListId: number | null,
  stored: StoredFile,
  { preview }: FileSample,
  isAsked: boolean,
) {
  await refuseSecondImport(scope, contactListId)
  await admitFile(scope, stored)
  const { originalName: fileName, id: mediaId } = stored
  const list = contactListId === null ? null : await getContactList(scope, contactListId)
  await recordAuditEntry(scope, {
    ...{ action: 'import', entity: list ? 'contactList' : 'contact', after: { file: fileName } },
    ...{ entityId: contactListId, name: list?.name ?? fileName },
  })
  const layout = isAsked ? null : JSON.stringify(preview.layout)
  const file = { source: 'file', fileName, mediaId, sourceDetail: null } as const
  return insertImport(scope, { contactListId, ...file, layout, preview: JSON.stringify(preview) })
}

interface NewImport {
  contactListId: number | null
  source: ContactImport['source']
  fileName: string
  mediaId: string | null
  layout: string | null
  preview: string | null
  sourceDetail: string | null
}

const userIdOf = ({ actor }: Scope) => ('system' in actor ? null : actor.userId)

/** Inserts an import and its job. Call within a transaction. */
export async function insertImport(scope: Scope, row: NewImport): Promise<ContactImport> {
  const state = row.source === 'file' && row.layout === null ? ('mapping' as const) : ('running' as const)
  const open = { state, reason: null, total: null, userId: userIdOf(scope), endedAt: null }
  const { id } = await scope.db
    .insert('contact_imports', { ...row, ...open })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (state === 'running') await enqueueImport(scope, id)
  return publishImport(scope, id)
}

const enqueueImport = (scope: Scope, importId: number) =>
  scope.enqueue('contactList.import', { importId }, { key: `import:${importId}` })

/** @throws ERR_CONTACT_IMPORT_RUNNING; an import of the same person that waits for its columns is cancelled */
async function refuseSecondImport(scope: Scope, contactListId: number | null) {
  const open = await scope.db
    .select('contact_imports')
    .select(['id', 'state', 'userId'])
    .where('contactListId', 'is', contactListId)
    .where('state', 'in', ['running', 'mapping'])
    .execute()
  if (open.some(({ state }) => state === 'running')) throw new AppError('ERR_CONTACT_IMPORT_RUNNING')
  const replaced = contactListId === null ? open.filter(({ userId }) => userId === userIdOf(scope)) : open
  for (const { id } of replaced) await endImport(scope, id, 'cancelled')
}

/**
 * The start of the file by another sheet, or by other meanings of its columns, as a person chose them; nothing is added.
 * @throws ERR_NO_CONTACT_IMPORT_FOUND, ERR_CONTACT_IMPORT_STATE, and the refusals of openFile
 */
export async function previewImport(
  outer: Scope,
  id: number,
  { sheet, layout }: PreviewInput,
  target: ImportTarget,
): Promise<ContactImport> {
  const file = await waitingFile(outer, id, target)
  const { preview } = await sampleFile(outer, file, { sheet, ...(layout && { layout }) })
  return outer.transaction(async (scope) => {
    await assertWaiting(scope, id, target)
    const change = { preview: JSON.stringify(preview) }
    await scope.db.update('contact_imports').set(change).where('id', '=', id).execute()
    return getImport(scope, id)
  })
}

async function waitingFile(scope: Scope, id: number, target: ImportTarget) {
  await assertWaiting(scope, id, target)
  const { mediaId } = await scope.db
    .select('contact_imports')
    .select('mediaId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { path, size } = await getFile(scope, mediaId ?? '')
  return { path: await scope.ports.media.locate(path), size }
}

async function assertWaiting(scope: Scope, id: number, target: ImportTarget) {
  const { state } = await getImport(scope, id, target)
  if (state !== 'mapping') throw new AppError('ERR_CONTACT_IMPORT_STATE')
}

/** Begins the import of a file with the layout that a person chose. @throws ERR_CONTACT_IMPORT_STATE */
export function chooseLayout(
  outer: Scope,
  id: number,
  layout: LayoutInput,
  target: ImportTarget,
): Promise<ContactImport> {
  if (!layout.columns.includes('number')) throw new AppError('ERR_VALIDATION', { fields: ['columns'] })
  return outer.transaction(async (scope) => {
    await assertWaiting(scope, id, target)
    const change = { layout: JSON.stringify(layout), state: 'running' as const }
    await scope.db.update('contact_imports').set(change).where('id', '=', id).execute()
    await enqueueImport(scope, id)
    return publishImport(scope, id)
  })
}

/** Stops an import; rows that it added stay. @throws ERR_NO_CONTACT_IMPORT_FOUND, ERR_CONTACT_IMPORT_STATE */
export function cancelImport(outer: Scope, id: number, target: ImportTarget): Promise<ContactImport> {
  return outer.transaction(async (scope) => {
    const { state } = await getImport(scope, id, target)
    if (state !== 'running' && state !== 'mapping') throw new AppError('ERR_CONTACT_IMPORT_STATE')
    await scope.cancelJob('contactList.import', `import:${id}`)
    await endImport(scope, id, 'cancelled')
    return getImport(scope, id)
  })
}

/**
 * Ends an import and lets its file go; the daily sweep removes it. Open pages get the new figures. Call within a
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
  await scope.db.update('contact_imports').set(change).where('id', '=', id).execute()
  const { contactListId } = await publishImport(scope, id)
  if (contactListId === null) return scope.publish('contact', { action: 'reload' })
  scope.publish('contactListItem', { action: 'reload', contactListId })
  await publishContactList(scope, contactListId).catch(() => undefined) // the list was deleted meanwhile
}
