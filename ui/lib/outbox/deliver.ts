import i18n from 'i18next'
import type { Message } from '../../../src/features/inbox/messages/model'
import { asFailure } from '../failure'
import { isReachable } from '../offline'
import { me } from '../session'
import { errorText } from '../toast'
import { abortSignalOf, changeEntry, dropEntry, type Entry, entryOf, unsentEntries } from './entries'
import { runExclusive, waitForRetry } from './exclusive'
import { failureKind, retryDelay } from './failure'
import { postMessage, uploadFile } from './requests'
import { deleteStoredEntry, isEntryStored, storeEntry } from './stored-entries'

type SentListener = (entry: Entry, message: Message) => void
const listeners = new Set<SentListener>()
/**
 * Calls `listener` with each message the server has confirmed, before its entry is removed. Returns the unsubscribe
 * function.
 */
export function onSent(listener: SentListener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Per client id: resolves when the message can no longer be undone. */
const undoHolds = new Map<string, Promise<void>>()
/** Per ticket: end of its upload queue; files of a ticket are uploaded one at a time. */
const uploads = new Map<number, Promise<void>>()

/**
 * Sends a message until the server stores or refuses it, or the user discards it. Messages of a ticket are sent in
 * order
 * (docs/adr/0031); a text written while a file is uploading does not wait for the file. Never throws.
 */
export function deliverMessage(clientId: string, undoEnd: Promise<void>): void {
  const entry = entryOf(clientId)
  if (!entry) return
  undoHolds.set(clientId, undoEnd)
  if (!entry.draft.file || entry.isDelayed) return void enqueue(clientId)
  const queued = (uploads.get(entry.ticketId) ?? Promise.resolve())
    .then(() => uploadAhead(clientId))
    .then(() => void enqueue(clientId))
  uploads.set(entry.ticketId, queued)
  void queued.then(() => uploads.get(entry.ticketId) === queued && uploads.delete(entry.ticketId))
}

/**
 * Uploads before it is the message's turn. A failure is ignored here, because the attempt in the lane uploads again.
 */
const uploadAhead = (clientId: string) => upload(clientId).catch(() => undefined)

/** True while nothing can be sent for this ticket. Messages written meanwhile are sent strictly in order. */
export const isBlocked = (ticketId: number) =>
  !isReachable.peek() || unsentEntries.peek().some((entry) => entry.ticketId === ticketId && entry.state === 'waiting')

/** Takes over messages of earlier tabs, which are older and must be sent first. Set by outbox.ts. */
let adoptOrphans: () => Promise<unknown> = async () => {}
export function setAdoption(adoption: () => Promise<unknown>) {
  adoptOrphans = adoption
}

function enqueue(clientId: string) {
  const { userId, ticketId } = entryOf(clientId) ?? {}
  const send = async () => {
    for (let attempts = 0; isPending(clientId); attempts++) {
      if (entryOf(clientId)?.isDelayed) await adoptOrphans()
      const next = nextToSend(clientId)
      if (!next) return
      const delay = await attemptSend(next, attempts)
      if (delay === null) attempts = 0
      else await waitForRetry(delay, abortSignalOf(next))
    }
  }
  // Browsers refuse locks to a page that is being closed; the next page takes the messages over.
  return runExclusive(`${userId}-${ticketId}`, send).catch(() => undefined)
}

/** True for an entry of the signed-in user that has not failed. */
function isPending(clientId: string): boolean {
  const entry = entryOf(clientId)
  const user = me.peek()
  return entry !== undefined && entry.state !== 'failed' && belongsTo(entry, user)
}
const belongsTo = (entry: { userId: number; companyId: number }, user: typeof me.value) =>
  user?.id === entry.userId && user.companyId === entry.companyId

/** Client id of the ticket's oldest delayed message, or of this one if it is not delayed. */
function nextToSend(clientId: string): string | undefined {
  const entry = entryOf(clientId)
  if (!entry?.isDelayed) return entry?.clientId
  return unsentEntries
    .peek()
    .find(
      (other) => other.ticketId === entry.ticketId && isPending(other.clientId) && (other.isDelayed || other === entry),
    )?.clientId
}

/**
 * Attempts to send once. Returns the delay before the next attempt in ms; null if the message was sent, failed or
 * discarded.
 */
async function attemptSend(clientId: string, attempts: number): Promise<number | null> {
  try {
    const entry = entryOf(clientId)!
    // Another tab has sent or undone it.
    if (entry.isAdopted && entry.isPersisted && !(await isEntryStored(entry))) return removeUnsent(clientId)
    if (entry.draft.file) await upload(clientId)
    await undoHolds.get(clientId)
    if (!isPending(clientId)) return null
    changeEntry(clientId, { progress: null })
    const message = await Promise.race([postMessage(entryOf(clientId)!), whenAborted(abortSignalOf(clientId))])
    if (message) confirmSent(clientId, message)
    return null
  } catch (failure) {
    return handleFailure(clientId, failure, attempts)
  }
}

/**
 * Resolves when the entry is removed: an event may confirm the message while the response is lost on a dead connection.
 */
const whenAborted = (signal: AbortSignal) =>
  new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))

async function upload(clientId: string): Promise<void> {
  const entry = entryOf(clientId)
  if (!entry || entry.mediaId || !entry.draft.file) return
  changeEntry(clientId, { progress: 0 })
  const onProgress = (progress: number) => changeEntry(clientId, { progress })
  const mediaId = await uploadFile(entry, onProgress, abortSignalOf(clientId))
  changeEntry(clientId, { mediaId, progress: null })
  void persistEntry(clientId)
}

/** Removes a message that the server has stored, as known from a response, an event or a loaded page. */
export function confirmSent(clientId: string, message: Message) {
  const entry = entryOf(clientId)
  if (!entry) return
  void deleteStoredEntry(entry)
  undoHolds.delete(clientId)
  dropEntry(clientId, () => {
    for (const listener of listeners) listener(entry, message)
  })
}

/** Removes a message without sending it. */
export function removeUnsent(clientId: string): null {
  const entry = entryOf(clientId)
  if (entry) void deleteStoredEntry(entry)
  undoHolds.delete(clientId)
  dropEntry(clientId)
  return null
}

/** Delay between attempts while the user is signed out, in ms. A login loads another page, which takes over. */
const signedOutDelay = 60_000

function handleFailure(clientId: string, failure: unknown, attempts: number): number | null {
  const kind = failureKind(failure)
  if (!entryOf(clientId)) return null
  if (kind === 'signedOut') return signedOutDelay
  if (kind === 'upload') {
    changeEntry(clientId, { mediaId: undefined })
    return retryDelay(attempts, failure)
  }
  if (kind === 'refused') {
    changeEntry(clientId, { state: 'failed', error: reasonOf(failure), progress: null })
    void persistEntry(clientId)
    return null
  }
  changeEntry(clientId, { state: 'waiting', cause: kind, progress: null, isDelayed: true })
  return retryDelay(attempts, failure)
}

/** The agent had the ticket when writing, so a missing permission means that it was transferred. */
const reasonOf = (failure: unknown) =>
  asFailure(failure).code === 'ERR_NO_PERMISSION' ? i18n.t('unsent.notYours') : errorText(failure)

/** Stores the entry in the browser until the server has it. */
export async function persistEntry(clientId: string, heldUntil?: number) {
  const entry = entryOf(clientId)
  if (!entry) return
  const isPersisted = await storeEntry(entry, heldUntil)
  // The message was sent or discarded while it was being stored.
  if (!entryOf(clientId)) return deleteStoredEntry(entry)
  if (isPersisted !== entryOf(clientId)?.isPersisted) changeEntry(clientId, { isPersisted })
}
