import i18n from 'i18next'
import type { QuotedMessage } from '../../../../src/features/messages/model'
import { isAborted } from '../../../lib/failure'
import { newId } from '../../../lib/id'
import { me } from '../../../lib/session'
import { errorText } from '../../../lib/toast'
import { heldOf, hold, release } from './hold'
import { localMessage } from './local-message'
import { type Outgoing, sendMessage, uploadMedia } from './requests'
import { type Shelved, shelve, unshelve } from './shelf'
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
  uuid: string
  /** Whose message it is: nobody else who signs in here sends it. */
  userId: number
  at: number
  /** Uploaded already: a second try sends only the message. */
  mediaId?: string
  preview?: string
  /** Resolves when it can no longer be taken back. */
  held: Promise<void>
  giveUp: AbortController
}
const waiting = new Map<string, Waiting>()

/**
 * Shows the bubbles at once and sends them when they can no longer be taken back; each stays with Retry and Delete when
 * that fails. A voice note was listened to before: it goes at once. Never throws.
 */
export function send(thread: Thread, ...drafts: Draft[]): void {
  const { id } = thread.ticket.peek()
  const clientIds = drafts.map((draft) =>
    show(thread, newId(), { draft, at: performance.timeOrigin + performance.now() }),
  )
  const seconds = drafts.some(({ voice }) => voice) ? 0 : (me.peek()?.undoSeconds ?? 0)
  const held = hold(id, clientIds, seconds)
  for (const clientId of clientIds) {
    const one = waiting.get(clientId)!
    one.held = held
    keepSafe(clientId, 'sending')
    inTurn(clientId)
  }
}

function show(thread: Thread, clientId: string, given: Pick<Waiting, 'draft' | 'at' | 'mediaId'>): string {
  const { draft } = given
  const ticket = thread.ticket.peek()
  const preview = draft.file && URL.createObjectURL(draft.file)
  const mine = { ticketId: ticket.id, uuid: ticket.uuid, userId: me.peek()?.id ?? 0 }
  waiting.set(clientId, { ...given, ...mine, preview, held: Promise.resolve(), giveUp: new AbortController() })
  const sending = { clientId, state: 'sending', error: '', progress: draft.file ? 0 : null } as const
  thread.addOutgoing(localMessage(ticket, draft, preview), sending)
  return clientId
}

/** Takes back what was sent last in a ticket, if it still waits; the answer goes back into the composer. */
export function takeBack(ticketId: number): Draft[] {
  const held = heldOf(ticketId).peek()
  if (!held) return []
  const drafts = held.clientIds.flatMap((clientId) => waiting.get(clientId)?.draft ?? [])
  for (const clientId of held.clientIds) discard(clientId)
  release(ticketId)
  return drafts
}

/** The server remembers a key for a day; what is older might be sent twice, so that is left to the person. */
const stillSafe = 20 * 60 * 60 * 1000

/** A message that an earlier page left behind: sent on under its own key, or shown as failed if it had. */
export function resume(thread: Thread, { clientId, draft, at, mediaId, state, error }: Shelved) {
  if (waiting.has(clientId)) return
  if (thread.hasStored(clientId)) return void unshelve(clientId)
  show(thread, clientId, { draft, at, mediaId })
  const isOld = Date.now() - at > stillSafe
  if (state === 'sending' && !isOld) {
    keepSafe(clientId, 'sending')
    return inTurn(clientId)
  }
  fail(clientId, error || i18n.t('composer.leftBehind'))
}

/** The same message again, under the same key: one that arrived after all is not sent twice. */
export function retrySending(clientId: string) {
  const one = waiting.get(clientId)
  if (!one) return
  one.giveUp = new AbortController()
  change(clientId, { state: 'sending', error: '', progress: one.draft.file && !one.mediaId ? 0 : null })
  keepSafe(clientId, 'sending')
  inTurn(clientId)
}

/** Takes the bubble away; an upload under way ends. */
export function discard(clientId: string) {
  const one = waiting.get(clientId)
  one?.giveUp.abort()
  if (one) knownThread(one.ticketId)?.dropOutgoing(clientId)
  forget(clientId)
  // Nothing is left to take back.
  if (
    one &&
    heldOf(one.ticketId)
      .peek()
      ?.clientIds.every((id) => !waiting.has(id))
  )
    release(one.ticketId)
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
    if (one.draft.file && !one.mediaId) {
      one.mediaId = await uploadFile(clientId, one)
      keepSafe(clientId, 'sending')
    }
    await one.held
    // Taken back or discarded meanwhile, or somebody else sits here now.
    if (!waiting.has(clientId) || me.peek()?.id !== one.userId) return
    if (knownThread(one.ticketId)?.hasStored(clientId)) return forget(clientId)
    change(clientId, { progress: null })
    const { messages } = await sendMessage(one.ticketId, outgoing(clientId, one))
    const [message] = messages
    if (message) knownThread(one.ticketId)?.putAnswer(message, clientId)
    forget(clientId)
  } catch (failure) {
    if (!isAborted(failure)) fail(clientId, errorText(failure))
  }
}

function fail(clientId: string, error: string) {
  change(clientId, { state: 'failed', error, progress: null })
  keepSafe(clientId, 'failed', error)
}

/** Until the server has it, this browser has. */
function keepSafe(clientId: string, state: Shelved['state'], error = '') {
  const one = waiting.get(clientId)
  if (!one) return
  const { userId, ticketId, uuid, draft, mediaId, at } = one
  void shelve({ clientId, userId, ticketId, uuid, draft, mediaId, at, state, error })
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
  void unshelve(clientId)
}
