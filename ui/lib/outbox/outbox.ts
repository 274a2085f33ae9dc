import i18n from 'i18next'
import { newId } from '../id'
import { me } from '../session'
import { deliver, forget, isHeldUp, keepSafe, whenDelayed } from './deliver'
import { addEntry, changeEntry, type Draft, type Entry, entryOf, nextMoment } from './entries'
import { heldOf, hold, release } from './hold'
import { leftBehind, type Shelved } from './shelf'

/** Where a message goes, and how the person knows that place. */
export interface Destination {
  id: number
  uuid: string
  name: string
}

/**
 * Writes messages down and sends them when they can no longer be taken back. A voice note was listened to before: it
 * goes at once. Never throws.
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

/** Takes back what was sent last in a ticket, if it still waits; the answer goes back into the composer. */
export function takeBack(ticketId: number): Draft[] {
  const held = heldOf(ticketId).peek()
  if (!held) return []
  const drafts = held.clientIds.flatMap((clientId) => entryOf(clientId)?.draft ?? [])
  for (const clientId of held.clientIds) discard(clientId)
  release(ticketId)
  return drafts
}

/** Takes the message away; an upload under way ends. */
export function discard(clientId: string) {
  const { ticketId } = entryOf(clientId) ?? {}
  forget(clientId)
  if (ticketId === undefined) return
  // Nothing is left to take back.
  if (
    heldOf(ticketId)
      .peek()
      ?.clientIds.every((id) => !entryOf(id))
  )
    release(ticketId)
}

/** A refused message again, under the same key: one that arrived after all is not sent twice. */
export function retrySending(clientId: string) {
  if (!entryOf(clientId)) return
  changeEntry(clientId, { state: 'sending', error: '', isDelayed: false })
  void keepSafe(clientId)
  deliver(clientId, Promise.resolve())
}

/** The server remembers a key for a day; what is older might be sent twice, so that is left to the person. */
const stillSafe = 20 * 60 * 60 * 1000

/** Takes over what earlier tabs of this person left, one tab of the browser at a time. Never throws. */
export async function adoptLeftBehind(): Promise<void> {
  const mine = me.peek()
  if (!mine) return
  const adoptAll = async () => {
    for (const one of await leftBehind(mine.id, mine.companyId)) if (me.peek()?.id === mine.id) await adopt(one, mine)
  }
  // Locks and storage fail only while the page is being left.
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
  // Without locks the tab it comes from may live, and its writer take it back.
  if (!isFailed) deliver(clientId, navigator.locks ? Promise.resolve() : sleepUntil(heldUntil))
}

const sleepUntil = (time: number) =>
  time <= Date.now() ? Promise.resolve() : new Promise<void>((resolve) => setTimeout(resolve, time - Date.now()))
