import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { getFile } from '../../platform/media/files'
import { type PreparedFile, prepareFile } from '../../platform/media/prepare'

const messageOf = hot<{ id: number }>()((db, p) => db.select('file_lists').select('message').where('id', '=', p('id')))
const uploadedFiles = hot<{ fileListId: number }>()((db, p) =>
  db
    .select('file_options')
    .select(['mediaId'])
    .where('fileListId', '=', p('fileListId'))
    .where('mediaId', 'is not', null)
    .orderBy('position')
    .orderBy('id'),
)

/** Text of a list and its uploaded files in their order, ready to be sent; undefined for a deleted list. */
export async function readFilesToSend(scope: Scope, id: number) {
  const list = await scope.db.first(messageOf, { id })
  if (!list) return undefined
  const files: PreparedFile[] = []
  for (const { mediaId } of await scope.db.run(uploadedFiles, { fileListId: id }))
    if (mediaId) files.push(await prepareFile(scope, await getFile(scope, mediaId), false, {}))
  return { message: list.message, files }
}
