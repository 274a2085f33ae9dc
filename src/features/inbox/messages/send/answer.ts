import { openUploads } from '../../../../core/http/open-uploads'
import { freeingChunks } from '../../../../core/process/chunk-memory'
import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { attachFile } from '../../../platform/media/attach'
import { getFile, type StoredFile, saveStream } from '../../../platform/media/files'
import { type PreparedFile, prepareFile } from '../../../platform/media/prepare'
import type { Message, NewMessage } from '../model'
import { type Card, cardOf } from './cards'
import { getAnswerableTicket, sendMessage } from './send'

/** POST /messages/:id: stores the files on disk, then everything else in one transaction. @throws as sendMessage */
export async function answerTicket(scope: Scope, ticketId: number, input: NewMessage, key?: string) {
  const card = await cardOf(scope, input)
  const draft = { body: input.body ?? '', quotedId: input.quotedMsg?.id ?? null, clientId: input.clientId, card }
  const withFiles = (input.medias?.length ?? 0) + (input.mediaIds?.length ?? 0) > 0
  if (withFiles) await getAnswerableTicket(scope, ticketId) // checked before large files are written to disk
  const files = withFiles ? await prepareAll(scope, input) : []
  const request = key ? { key, content: requestText(ticketId, draft, files) } : undefined
  try {
    const messages = await sendMessage(scope, ticketId, { ...draft, files }, request)
    await removeUnused(scope, files, messages)
    return { messages }
  } catch (error) {
    await removeUnused(scope, files, [])
    throw error
  }
}

/**
 * Removes the new files that no message uses: after an error, or when a repeated request returned the first one's
 * messages.
 */
const removeUnused = (scope: Scope, files: PreparedFile[], messages: Message[]) =>
  Promise.all(
    files
      .filter(({ file, fresh }) => fresh && !messages.some(({ mediaUrl }) => mediaUrl?.includes(file.id)))
      .map(({ file }) => removeFile(scope, file)),
  )

/**
 * Returns the same text for equal requests. Files count by their SHA-256, because each attempt stores them under new
 * ids.
 */
const requestText = (
  ticketId: number,
  { body, quotedId, card }: { body: string; quotedId: number | null; card: Card | null },
  files: PreparedFile[],
) => [ticketId, quotedId, ...files.map(({ file }) => file.sha256), card ? JSON.stringify(card) : body].join('\n')

async function prepareAll(scope: Scope, input: NewMessage): Promise<PreparedFile[]> {
  const { medias = [], mediaIds = [], voice, sticker, seconds, waveform } = input
  const recording = { voice, sticker, seconds, waveform }
  if (medias.length + mediaIds.length > (voice || sticker ? 1 : limits.filesPerMessage))
    throw new AppError('ERR_VALIDATION', { fields: ['medias'] })
  const prepared: PreparedFile[] = []
  try {
    for (const file of medias) {
      const saved = await saveStream(scope, file.stream(), file.name)
      prepared.push(await prepareOrRemove(scope, saved, recording))
    }
    for (const id of mediaIds) prepared.push(await prepareFile(scope, await getFile(scope, id), false, recording))
    return prepared
  } catch (error) {
    await removeUnused(scope, prepared, [])
    throw error
  }
}

async function prepareOrRemove(scope: Scope, saved: StoredFile, recording: object): Promise<PreparedFile> {
  try {
    const prepared = await prepareFile(scope, saved, true, recording)
    if (prepared.file.id !== saved.id) await removeFile(scope, saved) // a converted copy replaces the upload
    return prepared
  } catch (error) {
    await removeFile(scope, saved)
    throw error
  }
}

const removeFile = (scope: Scope, { path }: StoredFile) => scope.ports.media.remove(path)

/**
 * PUT /messages/:id/upload: streams a file that is too large for a form to disk. The file is sent later by its id.
 * Housekeeping removes it after a day without use.
 * @throws as getAnswerableTicket; ERR_BUDGET; ERR_TOO_LARGE, ERR_EMPTY_MESSAGE without a body
 */
export async function uploadFile(
  scope: Scope,
  ticketId: number,
  body: ReadableStream<Uint8Array> | null,
  name = 'file',
) {
  await getAnswerableTicket(scope, ticketId)
  if (!body) throw new AppError('ERR_EMPTY_MESSAGE')
  const { companyId, viewer } = scope
  const file = await openUploads.run({ companyId, userId: viewer.userId }, () =>
    attachFile(scope, { stream: () => freeingChunks(body), name }, (_, file) => file),
  )
  return { mediaId: file.id, mime: file.mime, size: file.size, fileName: file.originalName }
}
