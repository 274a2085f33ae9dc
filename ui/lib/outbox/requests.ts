import type { Message } from '../../../src/features/inbox/messages/model'
import { AppError } from '../../../src/shared/errors'
import { api, unwrapResponse } from '../api'
import { upload } from '../upload'
import type { Entry } from './entries'

/** Timeouts in ms, because a dead connection reports no error: for a response, and for progress of an upload. */
const timeouts = { response: 30_000, upload: 60_000 }

/** Posts a message. Repeatable: the server answers the same idempotency key with the messages of the first request. */
export async function postMessage({ ticketId, clientId, draft, mediaId }: Entry): Promise<Message> {
  const { body, quoted, voice, sticker, location, contact } = draft
  const message = {
    clientId,
    body,
    ...(quoted?.id && { quotedMsg: { id: quoted.id } }),
    ...(mediaId && { mediaIds: [mediaId] }),
    ...(voice && { voice: true, ...voice }),
    ...(sticker && { sticker }),
    ...(location && { location }),
    ...(contact && { contactId: contact.id }),
  }
  const { signal, stop } = deadline(timeouts.response)
  const post = api.messages({ id: ticketId }).post(message, {
    headers: { 'idempotency-key': clientId },
    // `keepalive` lets the request finish after the page is closed; browsers limit it to small bodies (64 KiB).
    fetch: { keepalive: body.length < 10_000, signal },
  })
  const response = (await unwrapResponse(post).finally(stop)) as { messages?: Message[] } | null
  const first = response?.messages?.[0]
  // A captive portal answers every request with its login page.
  if (!first) throw new AppError('ERR_UNREACHABLE')
  return first
}

/** Uploads the file of a message before the message is sent; returns the file's id. */
export async function uploadFile(
  { ticketId, draft }: Entry,
  onProgress: (progress: number) => void,
  aborted: AbortSignal,
) {
  const { signal, stop, extend } = deadline(timeouts.upload, aborted)
  const file = draft.file!
  const { mediaId } = await upload<{ mediaId: string }>(
    `/api/messages/${ticketId}/upload?fileName=${encodeURIComponent(file.name)}`,
    file,
    {
      method: 'PUT',
      headers: { 'content-type': file.type || 'application/octet-stream' },
      signal,
      onProgress(progress) {
        extend()
        onProgress(progress)
      },
    },
  ).finally(stop)
  return mediaId
}

/** Signal that aborts after `ms` without progress, and when `aborted` does. */
function deadline(ms: number, aborted?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let timer = setTimeout(abort, ms)
  aborted?.addEventListener('abort', abort)
  if (aborted?.aborted) abort()
  return {
    signal: controller.signal,
    extend() {
      clearTimeout(timer)
      timer = setTimeout(abort, ms)
    },
    stop() {
      clearTimeout(timer)
      aborted?.removeEventListener('abort', abort)
    },
  }
}
