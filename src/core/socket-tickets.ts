import { randomToken } from './secrets'
import type { Claims } from './tokens'

/** Milliseconds a ticket waits to be used. */
const ticketLife = 30_000
const maxWaiting = 10_000

/**
 * One-use tickets for the websocket's address, so that no access token lies in a proxy's log (decisions.md, Wire).
 * In memory: a restart ends the sockets anyway.
 */
export class SocketTickets {
  private readonly waiting = new Map<string, Claims & { until: number }>()

  issue(claims: Claims): { ticket: string } {
    this.sweep()
    const ticket = randomToken(24)
    this.waiting.set(ticket, { ...claims, until: Date.now() + ticketLife })
    return { ticket }
  }

  /** The claims it was issued for; null when it was used, ran out or never was. */
  redeem(ticket: string): Claims | null {
    const found = this.waiting.get(ticket)
    this.waiting.delete(ticket)
    return found && found.until > Date.now() ? found : null
  }

  /** Oldest first, so this stops at the first that may still come. */
  private sweep() {
    for (const [ticket, { until }] of this.waiting) {
      if (until > Date.now() && this.waiting.size < maxWaiting) return
      this.waiting.delete(ticket)
    }
  }
}
