import type { Message } from '../../../src/features/messages/model'
import { AppError } from '../../../src/shared/errors'
import { api, ask } from '../api'
import { upload } from '../upload'
import type { Entry } from './entries'

/** Longest wait for an answer, and for the next piece of an upload, in ms: a dead line does not say so. */
export const patience = { answer: 30_000, upload: 60_000 }

/** Stores the message; safe to repeat, as the server answers the same key with the first one's messages. */
export async function postMessage({ ticketId, clientId, draft, mediaId }: Entry): Promise<Message> {
  const { body, quoted, voice } = draft
  const message = {
    clientId,
    body,
    ...(quoted?.id && { quotedMsg: { id: quoted.id } }),
    ...(mediaId && { mediaIds: [mediaId] }),
    ...(voice && { voice: true, ...voice }),
  }
  const { signal, stop } = deadline(patience.answer)
  const post = api.messages({ id: ticketId }).post(message, {
    headers: { 'idempotency-key': clientId },
    // Goes on when the page is left; browsers allow that for small requests only.
    fetch: { keepalive: body.length < 10_000, signal },
  })
  const answer = (await ask(post).finally(stop)) as { messages?: Message[] } | null
  const first = answer?.messages?.[0]
  // A network that wants a login answers everything with its own page.
  if (!first) throw new AppError('ERR_UNREACHABLE')
  return first
}

/** Uploads the file ahead of the message that will carry it; answers its id. */
export async function uploadFile({ ticketId, draft }: Entry, onProgress: (share: number) => void, gone: AbortSignal) {
  const { signal, stop, extend } = deadline(patience.upload, gone)
  const file = draft.file!
  const { mediaId } = await upload<{ mediaId: string }>(
    `/api/messages/${ticketId}/upload?fileName=${encodeURIComponent(file.name)}`,
    file,
    {
      method: 'PUT',
      headers: { 'content-type': file.type || 'application/octet-stream' },
      signal,
      onProgress(share) {
        extend()
        onProgress(share)
      },
    },
  ).finally(stop)
  return mediaId
}

/** Aborts when nothing happened for `ms`, and when `gone` does. */
function deadline(ms: number, gone?: AbortSignal) {
  const late = new AbortController()
  const abort = () => late.abort()
  let timer = setTimeout(abort, ms)
  gone?.addEventListener('abort', abort)
  if (gone?.aborted) abort()
  return {
    signal: late.signal,
    extend() {
      clearTimeout(timer)
      timer = setTimeout(abort, ms)
    },
    stop() {
      clearTimeout(timer)
      gone?.removeEventListener('abort', abort)
    },
  }
}
