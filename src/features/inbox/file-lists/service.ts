import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { foldText } from '../../../shared/text'
import { recordAuditEntry } from '../../platform/audit/record'
import type { FileList, FileListInput } from './model'
import { getFileList } from './read'

/** Creates a list. @throws ERR_FILE_LIST_ALREADY_EXISTS, ERR_NO_FILE_FOUND for an option with an id */
export function createFileList(outer: Scope, { options = [], ...input }: FileListInput): Promise<FileList> {
  return outer.transaction(async (scope) => {
    await refuseDuplicateName(scope, input.name, 0)
    refuseUnknownOptions(options, [])
    const { id } = await scope.db.insert('file_lists', columnsOf(input)).returning('id').executeTakeFirstOrThrow()
    await setOptions(scope, id, options, [])
    return auditAndPublish(scope, 'create', null, id)
  })
}

/** Changes a list and its options. @throws ERR_NO_FILE_FOUND, ERR_FILE_LIST_ALREADY_EXISTS */
export function updateFileList(outer: Scope, id: number, { options, ...input }: Partial<FileListInput>) {
  return outer.transaction(async (scope) => {
    const before = await getFileList(scope, id)
    const { name = before.name, message = before.message } = input
    await refuseDuplicateName(scope, name, id)
    if (options) refuseUnknownOptions(options, before.options)
    const change = { ...columnsOf({ name, message }), updatedAt: new Date().toISOString() }
    await scope.db.update('file_lists').set(change).where('id', '=', id).execute()
    if (options) await setOptions(scope, id, options, before.options)
    return auditAndPublish(scope, 'update', before, id)
  })
}

/**
 * Deletes a list. The daily sweep deletes its files unless a message uses them. @throws ERR_NO_FILE_FOUND,
 * ERR_FILE_LIST_IN_USE with the names of the queues in whose menus it is, and of the campaigns that will send it
 */
export function deleteFileList(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getFileList(scope, id)
    const queues = await queuesWith(scope, id)
    const campaigns = (await scope.call('campaignsNaming', { kind: 'fileList', id })).flat()
    if (queues.length + campaigns.length > 0) throw new AppError('ERR_FILE_LIST_IN_USE', { queues, campaigns })
    await scope.db.update('campaigns').set({ fileListId: null }).where('fileListId', '=', id).execute()
    await scope.db.delete('file_lists').where('id', '=', id).execute()
    await recordAuditEntry(scope, {
      action: 'delete',
      entity: 'file',
      entityId: id,
      name: before.name,
      before: auditFields(before),
    })
    scope.publish('file', { action: 'delete', fileListId: id })
    return { id }
  })
}

/** Names of the queues with an option that sends this list. */
async function queuesWith(scope: Scope, fileListId: number): Promise<string[]> {
  const options = scope.db
    .select('queue_options')
    .innerJoin('queues', 'queues.id', 'queue_options.queueId')
    .select('queues.name')
    .distinct()
    .where('queue_options.fileListId', '=', fileListId)
  return (await options.orderBy('queues.name').execute()).map(({ name }) => name)
}

/** Logs and publishes the current state of a list; returns it. Call it inside a transaction. */
export async function auditAndPublish(
  scope: Scope,
  action: 'create' | 'update',
  before: FileList | null,
  id: number,
): Promise<FileList> {
  const fileList = await getFileList(scope, id)
  const { name } = fileList
  await recordAuditEntry(scope, {
    action,
    entity: 'file',
    entityId: id,
    name,
    before: before && auditFields(before),
    after: auditFields(fileList),
  })
  scope.publish('file', { action, fileList })
  return fileList
}

/** Fields for the audit log: names without the signed URLs, which differ at every read. */
const auditFields = ({ name, message, options }: FileList) => ({
  name,
  message,
  options: options.map((option) => (option.file ? `${option.name} (${option.file})` : option.name)),
})

const columnsOf = ({ name: typed, message }: { name: string; message: string }) => {
  const name = typed.trim()
  return { name, code: foldText(name), message }
}

async function refuseDuplicateName(scope: Scope, name: string, id: number) {
  const duplicate = await scope.db
    .select('file_lists')
    .select('id')
    .where('code', '=', foldText(name.trim()))
    .where('id', '<>', id)
    .executeTakeFirst()
  if (duplicate) throw new AppError('ERR_FILE_LIST_ALREADY_EXISTS')
}

type Options = NonNullable<FileListInput['options']>

interface ExistingOption {
  id: number
}

/** @throws ERR_NO_FILE_FOUND for an option id that is not of this list, or is given twice */
function refuseUnknownOptions(options: Options, existing: ExistingOption[]) {
  const keptIds = options.flatMap(({ id }) => id ?? [])
  const isKnown = (id: number) => existing.some((option) => option.id === id)
  if (!keptIds.every(isKnown) || new Set(keptIds).size < keptIds.length) throw new AppError('ERR_NO_FILE_FOUND')
}

/** Deletes, inserts and updates options, so that the list has exactly the given ones in the given order. */
async function setOptions(scope: Scope, fileListId: number, options: Options, existing: ExistingOption[]) {
  const deletedIds = existing.filter(({ id }) => !options.some((option) => option.id === id)).map(({ id }) => id)
  if (deletedIds.length > 0) await scope.db.delete('file_options').where('id', 'in', deletedIds).execute()
  for (const [position, { id, name }] of options.entries())
    if (id === undefined) await scope.db.insert('file_options', { fileListId, position, name, mediaId: null }).execute()
    else await scope.db.update('file_options').set({ position, name }).where('id', '=', id).execute()
}
