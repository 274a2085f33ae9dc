import i18n from 'i18next'
import { newId } from '../id'
import { me } from '../session'
import { deliver, forget, isHeldUp, keepSafe, whenDelayed } from './deliver'
import { addEntry, changeEntry, type Draft, type Entry, entryOf, nextMoment } from './entries'
import { leftBehind, type Shelved } from './stored-entries'
import { heldOf, hold, release } from './undo-hold'

/** Ticket that receives a message, with the contact's name. */
export interface Destination {
  id: number
  uuid: string
  name: string
}

/**
 * Stores messages and sends them when they can no longer be undone. Voice notes are sent at once, because they can be
 * played before sending. Never throws.
 */
export function send({ id, uuid, name }: Destination, ...drafts: Draft[]): void {
  const writer = me.peek()
  if (!writer) return
  const isDelayed = isHeldUp(id)
  const clientIds = drafts.map((draft) => {
    const clientId = newId()
    const place = { ticketId: id, uuid, name, userId: writer.id, companyId: writer.companyId }
    addEntry({ ...fresh, ...place, clientId, draft, at: nextMoment(), isDelayed, progress: draft.file ? 0 : null })
    return clientId
  })
  const seconds = drafts.some(({ voice }) => voice) ? 0 : (writer.undoSeconds ?? 0)
  const held = hold(id, clientIds, seconds)
  for (const clientId of clientIds) {
    void keepSafe(clientId, Date.now() + seconds * 1000)
    deliver(clientId, held)
  }
}
const fresh = { state: 'sending', cause: 'connection', error: '', isKept: true, isAdopted: false } as const

/** Undoes the last sent messages of a ticket if they are still held; returns their drafts for the composer. */
export function takeBack(ticketId: number): Draft[] {
  const held = heldOf(ticketId).peek()
  if (!held) return []
  const drafts = held.clientIds.flatMap((clientId) => entryOf(clientId)?.draft ?? [])
  for (const clientId of held.clientIds) discard(clientId)
  release(ticketId)
  return drafts
}

/** Removes a message; aborts its upload. */
export function discard(clientId: string) {
  const { ticketId } = entryOf(clientId) ?? {}
  forget(clientId)
  if (ticketId === undefined) return
  // Ends the undo time when no held message is left.
  if (
    heldOf(ticketId)
      .peek()
      ?.clientIds.every((id) => !entryOf(id))
  )
    release(ticketId)
}

/** Sends a failed message again under the same idempotency key, so that it is not stored twice. */
export function retrySending(clientId: string) {
  if (!entryOf(clientId)) return
  changeEntry(clientId, { state: 'sending', error: '', isDelayed: false })
  void keepSafe(clientId)
  deliver(clientId, Promise.resolve())
}

/**
 * Age in ms up to which a message is resent automatically. The server remembers idempotency keys for 24 hours; older
 * messages could be stored twice, so the user decides.
 */
const stillSafe = 20 * 60 * 60 * 1000

/** Takes over messages of this user's closed tabs; only one tab of the browser does this at a time. Never throws. */
export async function adoptLeftBehind(): Promise<void> {
  const mine = me.peek()
  if (!mine) return
  const adoptAll = async () => {
    for (const one of await leftBehind(mine.id, mine.companyId)) if (me.peek()?.id === mine.id) await adopt(one, mine)
  }
  // Locks and storage fail only while the page is being closed.
  await (navigator.locks ? navigator.locks.request('balcao-adoption', adoptAll) : adoptAll()).catch(() => undefined)
}
whenDelayed(adoptLeftBehind)

async function adopt({ clientId, heldUntil = 0, ...row }: Shelved, mine: { id: number; companyId: number }) {
  if (entryOf(clientId)) return
  const isOld = Date.now() - row.at > stillSafe
  const isFailed = row.state === 'failed' || isOld
  const { ticketId, uuid, name = '', draft, at, mediaId } = row
  const entry: Entry = {
    ...{ ...fresh, clientId, ticketId, uuid, name, draft, at, mediaId, userId: mine.id, companyId: mine.companyId },
    ...{ isDelayed: true, isAdopted: true, progress: null, state: isFailed ? 'failed' : 'sending' },
    error: row.error || (isOld ? i18n.t('unsent.tooOld') : ''),
  }
  addEntry(entry)
  await keepSafe(clientId)
  // Without Web Locks the other tab may still be open, so its undo time must pass first.
  if (!isFailed) deliver(clientId, navigator.locks ? Promise.resolve() : sleepUntil(heldUntil))
}

const sleepUntil = (time: number) =>
  time <= Date.now() ? Promise.resolve() : new Promise<void>((resolve) => setTimeout(resolve, time - Date.now()))
