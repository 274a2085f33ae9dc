import { isChatJid } from './jid'

/** A queued message that was not decrypted after this long (ms) never will be. */
const patience = 10_000

/**
 * Baileys works off what waited at the server in a queue of its own, which live messages pass by. While that queue is
 * not empty a live message is marked as queued too, so that it is decrypted, and kept, after those before it.
 */
export class OfflineQueue {
  private readonly waiting = new Map<string, number>()

  /** A stanza came, before Baileys looks at it. */
  arrived(attrs: Record<string, string>) {
    if (!attrs.id || !isChatJid(attrs.from)) return
    if (attrs.offline === undefined && !this.isBusy()) return
    attrs.offline ??= 'after'
    this.waiting.set(attrs.id, performance.now())
  }

  /** Its turn has come: from here Baileys' own lock keeps the order. */
  passed(waId: string | undefined) {
    this.waiting.delete(waId ?? '')
  }

  /** Another socket: what was queued in the old one is queued no more. */
  clear() {
    this.waiting.clear()
  }

  private isBusy(): boolean {
    for (const [waId, since] of this.waiting) {
      if (performance.now() - since < patience) return true
      this.waiting.delete(waId) // one of those that Baileys answers without decrypting
    }
    return false
  }
}
