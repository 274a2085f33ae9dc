import { untracked } from '@preact/signals-react'
import { forget } from '../../../lib/outbox/deliver'
import type { Entry } from '../../../lib/outbox/entries'
import { localMessage } from './local-message'
import type { Sending } from './rows'
import type { Thread } from './thread'

/** Outbox entries shown in each thread, by client id. */
const shown = new WeakMap<Thread, Map<string, Entry>>()
const previews = new Map<string, string>()

/** Shows the unsent messages of a thread's ticket as bubbles below its stored messages, and removes all others. */
export const mirrorUnsent = (thread: Thread, entries: readonly Entry[]) => untracked(() => mirror(thread, entries))

function mirror(thread: Thread, entries: readonly Entry[]) {
  const before = shown.get(thread) ?? new Map<string, Entry>()
  const { id } = thread.ticket.peek()
  const mine = new Map(entries.filter(({ ticketId }) => ticketId === id).map((entry) => [entry.clientId, entry]))
  shown.set(thread, mine)
  for (const [clientId, entry] of mine) show(thread, entry, before.get(clientId))
  for (const [clientId, entry] of before) if (!mine.has(clientId)) hide(thread, entry)
}

function show(thread: Thread, entry: Entry, before: Entry | undefined) {
  if (entry === before) return
  const { clientId, draft, at } = entry
  // A loaded page already contains it as a stored message.
  if (thread.isConfirmed(clientId)) return queueMicrotask(() => forget(clientId))
  if (before) return thread.updateOutgoing(clientId, sendingOf(entry))
  const message = localMessage(thread.ticket.peek(), draft, at, previewOf(entry))
  thread.addOutgoing(message, sendingOf(entry))
}

const sendingOf = ({ clientId, state, cause, error, progress, isKept }: Entry): Sending => ({
  clientId,
  state,
  cause,
  error,
  progress,
  isPersisted: isKept,
})

function previewOf({ clientId, draft }: Entry): string | undefined {
  if (!draft.file) return undefined
  const url = previews.get(clientId) ?? URL.createObjectURL(draft.file)
  previews.set(clientId, url)
  return url
}

/** Removes the bubble; has no effect if the bubble has become a stored message. */
function hide(thread: Thread, { clientId }: Entry) {
  thread.dropOutgoing(clientId)
  const preview = previews.get(clientId)
  previews.delete(clientId)
  // The bubble shows the preview until the server's picture has loaded.
  if (preview) setTimeout(() => URL.revokeObjectURL(preview), 60_000)
}
