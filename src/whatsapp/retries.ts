import type { WAMessage } from '@whiskeysockets/baileys'
import { Bounded } from './caches'

const quarterHour = 15 * 60_000
/** Number of counts. A message whose count was evicted is requested up to five times more. */
const maxCounts = 5_000

type Counts = Pick<Bounded, 'get' | 'set' | 'delete' | 'clear'>
/** Counts of Baileys' retry manager, by message id. */
interface Manager {
  retryCounters: Counts
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
  ) {
    if (manager) (manager as Manager).retryCounters = this.counts
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
