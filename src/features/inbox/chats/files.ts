import { openUploads } from '../../../core/http/open-uploads'
import { freeingChunks } from '../../../core/process/chunk-memory'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { attachFile } from '../../platform/media/attach'
import { getFile } from '../../platform/media/files'
import { prepareFile } from '../../platform/media/prepare'
import { isUnusedFile } from '../../platform/media/uses'
import type { ChatFileFacts } from './model'
import { getChat } from './read'

const unusedFile = hot<{ id: string }>()((db, p) =>
  db.select('media').select('media.id').where('media.id', '=', p('id')).where(isUnusedFile),
)

/**
 * PUT /chats/:id/upload: streams a file to disk, counted against the company's quota. A message sends it later by its
 * id; housekeeping removes it after a day without use.
 * @throws ERR_NO_CHAT_FOUND, ERR_BUDGET, ERR_TOO_LARGE, ERR_NO_ROOM, ERR_EMPTY_MESSAGE without a body
 */
export async function uploadChatFile(
  scope: Scope,
  chatId: number,
  body: ReadableStream<Uint8Array> | null,
  name = 'file',
) {
  await getChat(scope, chatId)
  if (!body) throw new AppError('ERR_EMPTY_MESSAGE')
  const { companyId, viewer } = scope
  const file = await openUploads.run({ companyId, userId: viewer.userId }, () =>
    attachFile(scope, { stream: () => freeingChunks(body), name }, (_, file) => file),
  )
  return { mediaId: file.id, mime: file.mime, size: file.size, fileName: file.originalName }
}

/**
 * Reads kind and facts of an uploaded file. Call outside of a transaction: the file is parsed.
 * @throws ERR_NO_MEDIA_FOUND, also for a file that is used elsewhere
 */
export async function describeChatFile(scope: Scope, mediaId: string): Promise<ChatFileFacts> {
  const file = await getFile(scope, mediaId)
  await assertUnusedFile(scope, mediaId)
  const { mediaType, detail } = await prepareFile(scope, file, false, {})
  const { width, height, thumbnail, seconds } = detail
  const shown = { ...(thumbnail && { width, height, thumbnail }), ...(seconds !== undefined && { seconds }) }
  return { mediaType, fileName: file.originalName, mime: detail.mime ?? file.mime, size: file.size, ...shown }
}

/**
 * A chat sends files that nothing else uses: its members alone may open them, so that a file of a conversation would
 * disappear for its other readers.
 * @throws ERR_NO_MEDIA_FOUND
 */
export async function assertUnusedFile(scope: Scope, mediaId: string) {
  if (!(await scope.db.first(unusedFile, { id: mediaId }))) throw new AppError('ERR_NO_MEDIA_FOUND')
}
