import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { fold } from '../../shared/text'
import { audit } from '../audit/record'
import type { FileList, FileListInput } from './model'
import { getFileList } from './read'

/** @throws ERR_FILE_LIST_ALREADY_EXISTS */
export function createFileList(outer: Scope, { options = [], ...input }: FileListInput): Promise<FileList> {
  return outer.transaction(async (scope) => {
    await refuseDuplicateName(scope, input.name, 0)
    refuseUnknownOptions(options, [])
    const { id } = await scope.db.insert('file_lists', columnsOf(input)).returning('id').executeTakeFirstOrThrow()
    await setOptions(scope, id, options, [])
    return auditAndPublish(scope, 'create', null, id)
  })
}

/** @throws ERR_NO_FILE_FOUND, ERR_FILE_LIST_ALREADY_EXISTS */
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

/** Its files go with the daily sweep, unless a message shows them. */
export function deleteFileList(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getFileList(scope, id)
    await scope.db.delete('file_lists').where('id', '=', id).execute()
    await audit(scope, {
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

/** Tells and writes down what a list has become; within a transaction. */
export async function auditAndPublish(
  scope: Scope,
  action: 'create' | 'update',
  before: FileList | null,
  id: number,
): Promise<FileList> {
  const fileList = await getFileList(scope, id)
  const { name } = fileList
  await audit(scope, {
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

/** What the log keeps: names, and no addresses that are other ones every time. */
const auditFields = ({ name, message, options }: FileList) => ({
  name,
  message,
  options: options.map((option) => (option.file ? `${option.name} (${option.file})` : option.name)),
})

const columnsOf = ({ name: typed, message }: { name: string; message: string }) => {
  const name = typed.trim()
  return { name, code: fold(name), message }
}

async function refuseDuplicateName(scope: Scope, name: string, id: number) {
  const twin = await scope.db
    .select('file_lists')
    .select('id')
    .where('code', '=', fold(name.trim()))
    .where('id', '<>', id)
    .executeTakeFirst()
  if (twin) throw new AppError('ERR_FILE_LIST_ALREADY_EXISTS')
}

type Options = NonNullable<FileListInput['options']>

interface ExistingOption {
  id: number
}

/** @throws ERR_NO_FILE_FOUND for an option that is not the list's, or is named twice; before anything is written */
function refuseUnknownOptions(options: Options, there: ExistingOption[]) {
  const kept = options.flatMap(({ id }) => id ?? [])
  const isKnown = (id: number) => there.some((option) => option.id === id)
  if (!kept.every(isKnown) || new Set(kept).size < kept.length) throw new AppError('ERR_NO_FILE_FOUND')
}

/** In this order from now on. */
async function setOptions(scope: Scope, fileListId: number, options: Options, there: ExistingOption[]) {
  const gone = there.filter(({ id }) => !options.some((option) => option.id === id)).map(({ id }) => id)
  if (gone.length > 0) await scope.db.delete('file_options').where('id', 'in', gone).execute()
  for (const [position, { id, name }] of options.entries())
    if (id === undefined) await scope.db.insert('file_options', { fileListId, position, name, mediaId: null }).execute()
    else await scope.db.update('file_options').set({ position, name }).where('id', '=', id).execute()
}
