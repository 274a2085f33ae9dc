import { untracked } from '@preact/signals-react'
import { removeUnsent } from '../../../../lib/outbox/deliver'
import type { Entry } from '../../../../lib/outbox/entries'
import { localMessage } from './local-message'
import type { Sending } from './rows'
import type { Thread } from './thread'

/** Outbox entries shown in each thread, by client id. */
const mirrored = new WeakMap<Thread, Map<string, Entry>>()
const previews = new Map<string, string>()

/** Shows the unsent messages of a thread's ticket as bubbles below its stored messages, and removes all others. */
export const mirrorUnsent = (thread: Thread, entries: readonly Entry[]) =>
  untracked(() => mirrorEntries(thread, entries))

function mirrorEntries(thread: Thread, entries: readonly Entry[]) {
  const previous = mirrored.get(thread) ?? new Map<string, Entry>()
  const { id } = thread.ticket.peek()
  const current = new Map(entries.filter(({ ticketId }) => ticketId === id).map((entry) => [entry.clientId, entry]))
  mirrored.set(thread, current)
  for (const [clientId, entry] of current) showBubble(thread, entry, previous.get(clientId))
  for (const [clientId, entry] of previous) if (!current.has(clientId)) hideBubble(thread, entry)
}

function showBubble(thread: Thread, entry: Entry, previous: Entry | undefined) {
  if (entry === previous) return
  const { clientId, draft, at } = entry
  // A loaded page already contains it as a stored message.
  if (thread.isConfirmed(clientId)) return queueMicrotask(() => removeUnsent(clientId))
  if (previous) return thread.updateOutgoing(clientId, sendingOf(entry))
  const message = localMessage(thread.ticket.peek(), draft, at, previewOf(entry))
  thread.addOutgoing(message, sendingOf(entry))
}

const sendingOf = ({ clientId, state, cause, error, progress, isPersisted }: Entry): Sending => ({
  clientId,
  state,
  cause,
  error,
  progress,
  isPersisted,
})

function previewOf({ clientId, draft }: Entry): string | undefined {
  if (!draft.file) return undefined
  const url = previews.get(clientId) ?? URL.createObjectURL(draft.file)
  previews.set(clientId, url)
  return url
}

/** Removes the bubble; has no effect if the bubble has become a stored message. */
function hideBubble(thread: Thread, { clientId }: Entry) {
  thread.dropOutgoing(clientId)
  const preview = previews.get(clientId)
  previews.delete(clientId)
  // The bubble shows the preview until the server's picture has loaded.
  if (preview) setTimeout(() => URL.revokeObjectURL(preview), 60_000)
}
