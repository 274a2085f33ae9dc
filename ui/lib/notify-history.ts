import { signal } from '@preact/signals-react'
import { me } from './session'
import type { Sound } from './sound'
import { readStored, writeStored } from './storage'

/** Line of the notification history; one per ticket or chat, with the number of events since it was last seen. */
export interface HistoryEntry {
  /** Such as `ticket-7` or `chat-3`. */
  key: string
  kind: Sound | 'connection' | 'prompt' | 'integration' | 'webhook' | 'campaign' | 'backup'
  title: string
  text: string
  to: string
  at: string
  times: number
}

const maxEntries = 50
const storageKey = () => `news:${me.peek()?.id ?? 0}`
export const notificationHistory = signal<readonly HistoryEntry[]>([])
let loadedFor = ''

/** Reads the history of the signed-in user from this device. */
export function loadHistory() {
  if (loadedFor === storageKey()) return
  loadedFor = storageKey()
  try {
    notificationHistory.value = JSON.parse(readStored(loadedFor) ?? '[]')
  } catch {
    notificationHistory.value = []
  }
}

export function addToHistory(fresh: Omit<HistoryEntry, 'times'>) {
  loadHistory()
  const before = notificationHistory.peek().find(({ key }) => key === fresh.key)
  const others = notificationHistory.peek().filter(({ key }) => key !== fresh.key)
  saveHistory([{ ...fresh, times: (before?.times ?? 0) + 1 }, ...others].slice(0, maxEntries))
}

/** Resets the counter of an entry and keeps the entry. */
export function markHistorySeen(key: string) {
  const counted = notificationHistory.peek().some((one) => one.key === key && one.times > 0)
  if (counted) saveHistory(notificationHistory.peek().map((one) => (one.key === key ? { ...one, times: 0 } : one)))
}

/** Removes one entry, or all without a key. */
export const removeFromHistory = (key?: string) =>
  saveHistory(key === undefined ? [] : notificationHistory.peek().filter((one) => one.key !== key))

function saveHistory(next: readonly HistoryEntry[]) {
  notificationHistory.value = next
  writeStored(storageKey(), next.length > 0 ? JSON.stringify(next) : null)
}
