import type { Message, QuotedMessage } from '../../../../src/features/messages/model'
import type { MediaType } from '../../../../src/shared/enums'
import { isAborted } from '../../../lib/failure'
import { me } from '../../../lib/session'
import { errorText } from '../../../lib/toast'
import { type Outgoing, sendMessage, uploadMedia } from '../server'
import type { Thread } from './thread'
import { knownThread } from './threads'

export interface Voice {
  seconds: number
  waveform: number[]
}
/** What the person sends: words, a file with a caption, or a voice note. */
export interface Draft {
  body: string
  quoted: QuotedMessage | null
  file?: File
  voice?: Voice
}

interface Waiting {
  draft: Draft
  ticketId: number
  /** Uploaded already: a second try sends only the message. */
  mediaId?: string
  preview?: string
  giveUp: AbortController
}
const waiting = new Map<string, Waiting>()
/** Bubbles the server has not answered for have ids of their own, below nought. */
let lastLocal = 0

/** Shows the bubble at once and sends it; it stays with Retry and Delete when that fails. Never throws. */
export function send(thread: Thread, draft: Draft): void {
  const clientId = crypto.randomUUID()
  const preview = draft.file && URL.createObjectURL(draft.file)
  const ticketId = thread.ticket.peek().id
  waiting.set(clientId, { draft, ticketId, preview, giveUp: new AbortController() })
  const sending = { clientId, state: 'sending', error: '', progress: draft.file ? 0 : null } as const
  thread.addOutgoing(localMessage(thread, draft, preview), sending)
  inTurn(clientId)
}

/** The same message again, under the same key: one that arrived after all is not sent twice. */
export function retrySending(clientId: string) {
  const one = waiting.get(clientId)
  if (!one) return
  one.giveUp = new AbortController()
  change(clientId, { state: 'sending', error: '', progress: one.draft.file && !one.mediaId ? 0 : null })
  inTurn(clientId)
}

/** Takes the bubble away; an upload under way ends. */
export function discard(clientId: string) {
  const one = waiting.get(clientId)
  one?.giveUp.abort()
  if (one) knownThread(one.ticketId)?.dropOutgoing(clientId)
  forget(clientId)
}

/** The last promise of each ticket's texts and of its files: they arrive in the order in which they were sent. */
const turns = new Map<string, Promise<void>>()

/** Words do not wait for a film that is still going up. */
function inTurn(clientId: string) {
  const one = waiting.get(clientId)
  if (!one) return
  const lane = `${one.ticketId}/${one.draft.file ? 'files' : 'texts'}`
  const turn = (turns.get(lane) ?? Promise.resolve()).then(() => attempt(clientId))
  turns.set(lane, turn)
  void turn.then(() => turns.get(lane) === turn && turns.delete(lane))
}

const change = (clientId: string, to: Parameters<Thread['changeOutgoing']>[1]) =>
  knownThread(waiting.get(clientId)?.ticketId ?? 0)?.changeOutgoing(clientId, to)

async function attempt(clientId: string) {
  const one = waiting.get(clientId)
  if (!one) return
  try {
    if (one.draft.file) one.mediaId ??= await uploadFile(clientId, one)
    change(clientId, { progress: null })
    const { messages } = await sendMessage(one.ticketId, outgoing(clientId, one))
    const [message] = messages
    if (message) knownThread(one.ticketId)?.putAnswer(message, clientId)
    forget(clientId)
  } catch (failure) {
    if (!isAborted(failure)) change(clientId, { state: 'failed', error: errorText(failure), progress: null })
  }
}

async function uploadFile(clientId: string, { draft, ticketId, giveUp }: Waiting) {
  const onProgress = (progress: number) => change(clientId, { progress })
  return (await uploadMedia(ticketId, draft.file!, onProgress, giveUp.signal)).mediaId
}

const outgoing = (clientId: string, { draft, mediaId }: Waiting): Outgoing => ({
  clientId,
  body: draft.body,
  ...(draft.quoted?.id && { quotedMsg: { id: draft.quoted.id } }),
  ...(mediaId && { mediaIds: [mediaId] }),
  ...(draft.voice && { voice: true, ...draft.voice }),
})

function forget(clientId: string) {
  const preview = waiting.get(clientId)?.preview
  // The bubble may show it until the server's own picture is drawn.
  if (preview) setTimeout(() => URL.revokeObjectURL(preview), 60_000)
  waiting.delete(clientId)
}

/** The bubble as it will be, before the server has made it. */
function localMessage(thread: Thread, { body, quoted, file, voice }: Draft, preview?: string): Message {
  const ticket = thread.ticket.peek()
  return {
    id: --lastLocal,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    waId: '',
    body,
    fromMe: true,
    origin: 'agent',
    userId: me.peek()?.id ?? null,
    senderName: me.peek()?.name ?? '',
    mediaType: file ? mediaTypeOf(file, voice !== undefined) : 'chat',
    mediaStatus: file ? 'ready' : null,
    mediaUrl: preview ?? null,
    detail: file
      ? { fileName: file.name, mime: file.type, size: file.size, ...(voice && { voice: true, ...voice }) }
      : null,
    ack: 0,
    error: null,
    isDeleted: false,
    isEdited: false,
    read: true,
    quotedMsg: quoted,
    reactions: [],
    createdAt: new Date().toISOString(),
  }
}

/** As the server will file it (server-behaviour §12): what WhatsApp does not show inline goes as a document. */
export function mediaTypeOf({ type }: { type: string }, isVoice = false): MediaType {
  if (isVoice || type.startsWith('audio/')) return 'audio'
  if (['image/jpeg', 'image/png', 'image/webp'].includes(type)) return 'image'
  return type === 'video/mp4' ? 'video' : 'application'
}
