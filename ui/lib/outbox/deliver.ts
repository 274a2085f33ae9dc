import i18n from 'i18next'
import type { Message } from '../../../src/features/messages/model'
import { asFailure } from '../failure'
import { reachable } from '../offline'
import { me } from '../session'
import { errorText } from '../toast'
import { abortOf, changeEntry, dropEntry, type Entry, entryOf, unsent } from './entries'
import { delayOf, meaningOf } from './failure'
import { inLane, nextOccasion } from './lane'
import { postMessage, uploadFile } from './requests'
import { isShelved, shelve, unshelve } from './shelf'

type SentListener = (entry: Entry, message: Message) => void
const listeners = new Set<SentListener>()
/** Calls `listener` with each confirmed message, before its entry goes; the answer ends that. */
export function onSent(listener: SentListener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** When each message can no longer be taken back. */
const holds = new Map<string, Promise<void>>()
/** The uploads of each ticket, one after the other. */
const uploads = new Map<number, Promise<void>>()

/**
 * Sends a message until the server has it, refuses it or the person discards it. The messages of a ticket go in order
 * (docs/adr/0031); only words written while a file goes up do not wait for the file. Never throws.
 */
export function deliver(clientId: string, held: Promise<void>): void {
  const entry = entryOf(clientId)
  if (!entry) return
  holds.set(clientId, held)
  if (!entry.draft.file || entry.isDelayed) return void enterLane(clientId)
  const turn = (uploads.get(entry.ticketId) ?? Promise.resolve())
    .then(() => uploadAhead(clientId))
    .then(() => void enterLane(clientId))
  uploads.set(entry.ticketId, turn)
  void turn.then(() => uploads.get(entry.ticketId) === turn && uploads.delete(entry.ticketId))
}

/** A failure here is met again, and told, in the lane. */
const uploadAhead = (clientId: string) => upload(clientId).catch(() => undefined)

/** True when nothing can be sent for this ticket now: what is written meanwhile keeps strictly to the order. */
export const isHeldUp = (ticketId: number) =>
  !reachable.peek() || unsent.peek().some((entry) => entry.ticketId === ticketId && entry.state === 'waiting')

/** What earlier tabs left is older than what waits here, and goes first; outbox.ts registers the search for it. */
let adoptEarlier: () => Promise<unknown> = async () => {}
export function whenDelayed(adopt: () => Promise<unknown>) {
  adoptEarlier = adopt
}

function enterLane(clientId: string) {
  const { userId, ticketId } = entryOf(clientId) ?? {}
  const send = async () => {
    for (let tries = 0; isPending(clientId); tries++) {
      if (entryOf(clientId)?.isDelayed) await adoptEarlier()
      const next = firstOf(clientId)
      if (!next) return
      const delay = await attempt(next, tries)
      if (delay === null) tries = 0
      else await nextOccasion(delay, abortOf(next))
    }
  }
  // The browser refuses locks to a page that is being left; the next page takes over.
  return inLane(`${userId}-${ticketId}`, send).catch(() => undefined)
}

/** An entry of the person who is signed in that has not failed. */
function isPending(clientId: string): boolean {
  const entry = entryOf(clientId)
  const mine = me.peek()
  return entry !== undefined && entry.state !== 'failed' && isOf(entry, mine)
}
export const isOf = (entry: { userId: number; companyId: number }, person: typeof me.value) =>
  person?.id === entry.userId && person.companyId === entry.companyId

/** The oldest delayed message of the same ticket, or this one. */
function firstOf(clientId: string): string | undefined {
  const entry = entryOf(clientId)
  if (!entry?.isDelayed) return entry?.clientId
  return unsent
    .peek()
    .find((one) => one.ticketId === entry.ticketId && isPending(one.clientId) && (one.isDelayed || one === entry))
    ?.clientId
}

/** One attempt; answers how long to wait before the next, null when there is none or nothing to wait for. */
async function attempt(clientId: string, tries: number): Promise<number | null> {
  try {
    const entry = entryOf(clientId)!
    // Another tab has sent it, or took it back.
    if (entry.isAdopted && entry.isKept && !(await isShelved(entry))) return forget(clientId)
    if (entry.draft.file) await upload(clientId)
    await holds.get(clientId)
    if (!isPending(clientId)) return null
    changeEntry(clientId, { progress: null })
    const message = await Promise.race([postMessage(entryOf(clientId)!), gone(abortOf(clientId))])
    if (message) confirmSent(clientId, message)
    return null
  } catch (failure) {
    return fail(clientId, failure, tries)
  }
}

/** An event may tell that the server has the message while the answer hangs on a dead line. */
const gone = (signal: AbortSignal) =>
  new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))

async function upload(clientId: string): Promise<void> {
  const entry = entryOf(clientId)
  if (!entry || entry.mediaId || !entry.draft.file) return
  changeEntry(clientId, { progress: 0 })
  const onProgress = (progress: number) => changeEntry(clientId, { progress })
  const mediaId = await uploadFile(entry, onProgress, abortOf(clientId))
  changeEntry(clientId, { mediaId, progress: null })
  void keepSafe(clientId)
}

/** The server has it: told by an answer, an event or a page. */
export function confirmSent(clientId: string, message: Message) {
  const entry = entryOf(clientId)
  if (!entry) return
  void unshelve(entry)
  holds.delete(clientId)
  dropEntry(clientId, () => {
    for (const listener of listeners) listener(entry, message)
  })
}

/** Takes the message away: sent otherwise, or discarded. */
export function forget(clientId: string): null {
  const entry = entryOf(clientId)
  if (entry) void unshelve(entry)
  holds.delete(clientId)
  dropEntry(clientId)
  return null
}

/** Another page follows; this one only must not ask on and on, ms. */
const untilSignedIn = 60_000

function fail(clientId: string, failure: unknown, tries: number): number | null {
  const meaning = meaningOf(failure)
  if (!entryOf(clientId)) return null
  if (meaning === 'signedOut') return untilSignedIn
  if (meaning === 'upload') {
    changeEntry(clientId, { mediaId: undefined })
    return delayOf(tries, failure)
  }
  if (meaning === 'refused') {
    changeEntry(clientId, { state: 'failed', error: reasonOf(failure), progress: null })
    void keepSafe(clientId)
    return null
  }
  changeEntry(clientId, { state: 'waiting', cause: meaning, progress: null, isDelayed: true })
  return delayOf(tries, failure)
}

/** The ticket was the writer's when they wrote: a lack of permission means that it was passed on. */
const reasonOf = (failure: unknown) =>
  asFailure(failure).code === 'ERR_NO_PERMISSION' ? i18n.t('unsent.notYours') : errorText(failure)

/** Until the server has it, this browser has. */
export async function keepSafe(clientId: string, heldUntil?: number) {
  const entry = entryOf(clientId)
  if (!entry) return
  const isKept = await shelve(entry, heldUntil)
  // Sent or discarded while it was being written down.
  if (!entryOf(clientId)) return unshelve(entry)
  if (isKept !== entryOf(clientId)?.isKept) changeEntry(clientId, { isKept })
}
