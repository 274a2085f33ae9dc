import i18n from 'i18next'
import { newId } from '../id'
import { me } from '../session'
import { deliverMessage, isBlocked, persistEntry, removeUnsent, setAdoption } from './deliver'
import { addEntry, changeEntry, type Draft, type Entry, entryOf, nextTimestamp } from './entries'
import { listOrphanedEntries, type StoredEntry } from './stored-entries'
import { heldMessages, holdForUndo, releaseHeld } from './undo-hold'

/** Ticket that receives a message, with the contact's name. */
export interface Destination {
  id: number
  uuid: string
  name: string
}

/** Question at the end of the undo time. */
export interface LastQuestion {
  /** Resolves false if the messages must not be sent. */
  confirm: () => Promise<boolean>
  /** Receives the messages that were not sent. */
  takeBack: (ticketId: number, drafts: Draft[]) => void
}

/**
 * Stores messages and sends them when they can no longer be undone. Voice notes are sent at once, because they can be
 * played before sending. Never throws.
 */
export function sendMessages({ id, uuid, name }: Destination, drafts: Draft[], question?: LastQuestion): void {
  const author = me.peek()
  if (!author) return
  const isDelayed = isBlocked(id)
  const clientIds = drafts.map((draft) => {
    const clientId = newId()
    const target = { ticketId: id, uuid, name, userId: author.id, companyId: author.companyId }
    addEntry({
      ...defaults,
      ...target,
      clientId,
      draft,
      at: nextTimestamp(),
      isDelayed,
      progress: draft.file ? 0 : null,
    })
    return clientId
  })
  const seconds = drafts.some(({ voice }) => voice) ? 0 : (author.undoSeconds ?? 0)
  const held = holdForUndo(id, clientIds, seconds)
  const undoEnd = question && seconds > 0 ? held.then(() => askLast(id, clientIds, question)) : held
  for (const clientId of clientIds) {
    void persistEntry(clientId, Date.now() + seconds * 1000)
    deliverMessage(clientId, undoEnd)
  }
}
const defaults = { state: 'sending', cause: 'connection', error: '', isPersisted: true, isAdopted: false } as const

/** Asks about the messages that were not undone; discards and hands back those that must not be sent. */
async function askLast(ticketId: number, clientIds: string[], { confirm, takeBack }: LastQuestion) {
  if (!clientIds.some(entryOf) || (await confirm())) return
  const drafts = discardAll(clientIds)
  if (drafts.length > 0) takeBack(ticketId, drafts)
}

/** Undoes the last sent messages of a ticket if they are still held; returns their drafts for the composer. */
export function undoSend(ticketId: number): Draft[] {
  const held = heldMessages(ticketId).peek()
  if (!held) return []
  const drafts = discardAll(held.clientIds)
  releaseHeld(ticketId)
  return drafts
}

function discardAll(clientIds: readonly string[]): Draft[] {
  const drafts = clientIds.flatMap((clientId) => entryOf(clientId)?.draft ?? [])
  for (const clientId of clientIds) discardMessage(clientId)
  return drafts
}

/** Removes a message; aborts its upload. */
export function discardMessage(clientId: string) {
  const { ticketId } = entryOf(clientId) ?? {}
  removeUnsent(clientId)
  if (ticketId === undefined) return
  // Ends the undo time when no held message is left.
  if (
    heldMessages(ticketId)
      .peek()
      ?.clientIds.every((id) => !entryOf(id))
  )
    releaseHeld(ticketId)
}

/** Sends a failed message again under the same idempotency key, so that it is not stored twice. */
export function retrySending(clientId: string) {
  if (!entryOf(clientId)) return
  changeEntry(clientId, { state: 'sending', error: '', isDelayed: false })
  void persistEntry(clientId)
  deliverMessage(clientId, Promise.resolve())
}

/**
 * Age in ms up to which a message is resent automatically. The server remembers idempotency keys for 24 hours; older
 * messages could be stored twice, so the user decides.
 */
const maxResendAge = 20 * 60 * 60 * 1000

/** Takes over messages of this user's closed tabs; only one tab of the browser does this at a time. Never throws. */
export async function adoptOrphanedEntries(): Promise<void> {
  const user = me.peek()
  if (!user) return
  const adoptAll = async () => {
    for (const entry of await listOrphanedEntries(user.id, user.companyId))
      if (me.peek()?.id === user.id) await adoptEntry(entry, user)
  }
  // Locks and storage fail only while the page is being closed.
  await (navigator.locks ? navigator.locks.request('balcao-adoption', adoptAll) : adoptAll()).catch(() => undefined)
}
setAdoption(adoptOrphanedEntries)

async function adoptEntry({ clientId, heldUntil = 0, ...row }: StoredEntry, user: { id: number; companyId: number }) {
  if (entryOf(clientId)) return
  const isOld = Date.now() - row.at > maxResendAge
  const isFailed = row.state === 'failed' || isOld
  const { ticketId, uuid, name = '', draft, at, mediaId } = row
  const entry: Entry = {
    ...{ ...defaults, clientId, ticketId, uuid, name, draft, at, mediaId, userId: user.id, companyId: user.companyId },
    ...{ isDelayed: true, isAdopted: true, progress: null, state: isFailed ? 'failed' : 'sending' },
    error: row.error || (isOld ? i18n.t('unsent.tooOld') : ''),
  }
  addEntry(entry)
  await persistEntry(clientId)
  // Without Web Locks the other tab may still be open, so its undo time must pass first.
  if (!isFailed) deliverMessage(clientId, navigator.locks ? Promise.resolve() : sleepUntil(heldUntil))
}

const sleepUntil = (time: number) =>
  time <= Date.now() ? Promise.resolve() : new Promise<void>((resolve) => setTimeout(resolve, time - Date.now()))
