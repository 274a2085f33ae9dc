import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { fileTime } from '../../../../core/time'
import type { MediaStatus } from '../../../../shared/enums'
import { AppError, type ErrorCode } from '../../../../shared/errors'
import { nameByKind, withEnding } from '../../../../shared/file-names'
import { parseJson } from '../../../../shared/json'
import { limits } from '../../../../shared/limits'
import { overConnection } from '../../../../whatsapp/open-connection'
import { enqueueMediaDownloads } from '../../../platform/media/enqueue-download'
import { type AllocatedFile, allocateFile, storeWrittenFile } from '../../../platform/media/files'
import { admitFile, hasRoom } from '../../../platform/media/quota'
import type { MessageDetail } from '../model'
import { publishMessage } from '../publish-message'
import type { ReceiveListener } from './listener'

const mediaMessage = hot<{ id: number }>()((db, p) =>
  db
    .select('messages')
    .innerJoin('companies', 'companies.id', 'messages.companyId')
    .select(['messages.id', 'whatsappId', 'proto', 'mediaType', 'mediaStatus', 'detail', 'messages.createdAt'])
    .select(['companies.timeZone', 'companies.language'])
    .where('messages.id', '=', p('id')),
)
const setMediaResult = hot<{
  id: number
  mediaId: string | null
  status: MediaStatus
  detail: string | null
  now: string
}>()((db, p) =>
  db
    .update('messages')
    .set({ mediaId: p('mediaId'), mediaStatus: p('status'), detail: p('detail'), updatedAt: p('now') })
    .where('id', '=', p('id')),
)
type MediaMessage = NonNullable<(typeof mediaMessage)['row']>

/** Downloads a received file. Eight at a time, because each holds a socket and writes to disk. */
export const fetchMedia: JobHandler<{ messageId: number }> = {
  attempts: 5,
  concurrency: 8,
  // Last resort: the download itself ends when no data arrives.
  timeoutSeconds: 900,
  async run(scope, { messageId }) {
    const message = await scope.db.first(mediaMessage, { id: messageId })
    if (message?.mediaStatus !== 'pending') return
    if (message.whatsappId === null || message.proto === null) return markFailed(scope, messageId)
    const { proto } = message
    if (!(await hasRoom(scope, detailOf(message).size ?? 1))) return markFailed(scope, messageId, 'noRoom')
    const target = await allocateFile(scope)
    try {
      const { whatsapp } = scope.ports
      await overConnection(scope, message.whatsappId, (connection) =>
        whatsapp.downloadMedia(connection, proto, target.absolute, limits.media),
      )
      await storeFile(scope, message, target)
    } catch (error) {
      await scope.ports.media.remove(target.path)
      const reason = error instanceof AppError ? reasons[error.code] : undefined
      if (reason) return markFailed(scope, messageId, reason)
      throw error
    }
  },
  parked: (scope, { messageId }) => markFailed(scope, messageId),
}

type Reason = NonNullable<MessageDetail['missing']>
const reasons: { [C in ErrorCode]?: Reason } = { ERR_TOO_LARGE: 'tooLarge', ERR_NO_ROOM: 'noRoom' }

const detailOf = ({ detail }: MediaMessage): MessageDetail => (detail === null ? {} : parseJson(detail))

async function storeFile(scope: Scope, message: MediaMessage, target: AllocatedFile) {
  const detail = detailOf(message)
  const described = await storeWrittenFile(scope, target, detail.fileName ?? '')
  const file = { ...described, originalName: fileNameOf(message, described) }
  const now = new Date().toISOString()
  const newDetail = JSON.stringify({ ...detail, mime: file.mime, size: file.size })
  await scope.transaction(async (scope) => {
    await admitFile(scope, file)
    await scope.db.run(setMediaResult, { id: message.id, mediaId: file.id, status: 'ready', detail: newDetail, now })
    await publishMessage(scope, message.id)
  })
}

/** Name under which the file is saved: the sender's with the ending of its type, else one by kind and date. */
function fileNameOf(message: MediaMessage, { mime, originalName }: { mime: string; originalName: string }): string {
  const { fileName, voice = false } = detailOf(message)
  if (fileName) return withEnding(originalName, mime)
  const { mediaType, language, timeZone, createdAt } = message
  return nameByKind({ mediaType, isVoice: voice, mime, at: fileTime(timeZone, createdAt), language })
}

/**
 * Marks the file as failed, with the reason if it is known. The browser shows it, and offers a retry where one can
 * help.
 */
const markFailed = (scope: Scope, id: number, missing?: Reason) =>
  scope.transaction(async (scope) => {
    const message = await scope.db.first(mediaMessage, { id })
    if (message?.mediaStatus !== 'pending') return
    const detail = missing ? JSON.stringify({ ...detailOf(message), missing }) : message.detail
    await scope.db.run(setMediaResult, { id, mediaId: null, status: 'failed', detail, now: new Date().toISOString() })
    await publishMessage(scope, id)
  })

/** Sets a failed file back to pending. Returns false for a file that cannot be fetched. Call within a transaction. */
export async function resetFailedMedia(scope: Scope, id: number): Promise<boolean> {
  const message = await scope.db.first(mediaMessage, { id })
  if (message?.mediaStatus !== 'failed') return false
  const { missing, ...detail } = detailOf(message)
  if (missing === 'tooLarge') return false
  const now = new Date().toISOString()
  await scope.db.run(setMediaResult, { id, mediaId: null, status: 'pending', detail: JSON.stringify(detail), now })
  return true
}

/** Has the files of received messages downloaded. */
export const mediaListener: ReceiveListener = ({ scope, whatsappId }) => {
  const messageIds: number[] = []
  return {
    async stored({ item, id }) {
      if (item.media) messageIds.push(id)
    },
    ended: () => enqueueMediaDownloads(scope, messageIds, whatsappId),
  }
}
