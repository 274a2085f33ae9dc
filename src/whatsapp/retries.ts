import type { WAMessage } from '@whiskeysockets/baileys'
import { Bounded } from './caches'

const quarterHour = 15 * 60_000
/** Number of counts. A message whose count was evicted is requested up to five times more. */
const maxCounts = 5_000

type Counts = Pick<Bounded, 'get' | 'set' | 'delete' | 'clear'>
/** Counts of Baileys' retry manager, by message id. */
interface Manager {
  retryCounters: Counts
  addRecentMessage(to: string, id: string, message: unknown): void
}
/** Second counts of Baileys, by message and participant. */
interface SecondCounts {
  del(key: string): unknown
}

/**
 * Counts how often a damaged message was requested again, until a copy arrives. Baileys keeps each count for a quarter
 * of an hour, with a timer of its own. After a burst of 10,000 damaged messages these small objects were spread over
 * the heap, and 10 MB of it could not be freed.
 */
export class Retries {
  private readonly counts: Counts = new Bounded(maxCounts, quarterHour)

  constructor(
    manager: {} | null,
    private readonly second: SecondCounts,
    isReceived: (waId: string) => boolean,
  ) {
    if (!manager) return
    const changed = manager as Manager
    changed.retryCounters = this.counts
    keepOnlySent(changed, isReceived)
  }

  /** Removes the counts of messages that arrived with content. */
  removeReceived(messages: WAMessage[]) {
    for (const { key, message } of messages) {
      if (!key.id || !message || this.counts.get(key.id) === undefined) continue
      this.counts.delete(key.id)
      this.second.del(`${key.id}:${key.participant || undefined}`) // Baileys' key; counts of group messages expire
    }
  }
}

/**
 * Baileys keeps the last 512 messages, to send them again to a recipient who could not decrypt them, each with a timer of
 * its own. It adds received ones too, which nothing asks for and which push out the sent ones.
 */
function keepOnlySent(manager: Manager, isReceived: (waId: string) => boolean) {
  const add = manager.addRecentMessage.bind(manager)
  manager.addRecentMessage = (to, id, message) => {
    if (!isReceived(id)) add(to, id, message)
  }
}
