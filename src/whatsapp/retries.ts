import type { WAMessage } from '@whiskeysockets/baileys'
import { Bounded } from './caches'

const quarterHour = 15 * 60_000
/** Far more than are ever damaged at a time; whose count is forgotten is asked for five times more, and not lost. */
const counted = 5_000

type Counts = Pick<Bounded, 'get' | 'set' | 'delete' | 'clear'>
/** The part of Baileys' retry manager that counts. */
interface Manager {
  retryCounters: Counts
}
/** The second place where Baileys counts, by message and participant. */
interface Second {
  del(key: string): unknown
}

/**
 * How often the sender of a damaged message was asked for another copy, and no longer than until that has come. Baileys
 * keeps each count for a quarter of an hour, with a clock of its own, whether it has come or not: what a flood of 10,000
 * damaged messages left behind was little, but lay everywhere in memory, and 10 MB more could not be given back.
 */
export class Retries {
  private readonly counts: Counts = new Bounded(counted, quarterHour)

  constructor(
    manager: {} | null,
    private readonly second: Second,
  ) {
    if (manager) (manager as Manager).retryCounters = this.counts
  }

  /** Baileys told of these; those with content need not be asked for again. */
  told(messages: WAMessage[]) {
    for (const { key, message } of messages) {
      if (!key.id || !message || this.counts.get(key.id) === undefined) continue
      this.counts.delete(key.id)
      this.second.del(`${key.id}:${key.participant || undefined}`) // as Baileys writes it; those of groups may lapse
    }
  }
}
