import { BoundedCache } from '../bounded-cache'
import { randomToken } from '../secrets'
import type { Claims } from './access-tokens'

/** Lifetime of a ticket in milliseconds. */
const ticketLife = 30_000
const maxWaiting = 10_000

/**
 * One-time tickets for the websocket URL, so that no access token appears in a proxy's log (docs/behaviour.md,
 * "Logins"). Kept in memory; a restart ends the sockets anyway.
 */
export class SocketTickets {
  private readonly waiting = new BoundedCache<string, Claims>(maxWaiting, { ttl: ticketLife })

  issue(claims: Claims): { ticket: string } {
    const ticket = randomToken(24)
    this.waiting.set(ticket, claims)
    return { ticket }
  }

  /** Claims of a ticket; null when it is used, expired or unknown. */
  redeem(ticket: string): Claims | null {
    const claims = this.waiting.get(ticket) ?? null
    this.waiting.delete(ticket)
    return claims
  }
}
