import { LRUCache } from 'lru-cache'
import { randomToken } from '../secrets'
import type { Claims } from './access-tokens'

/** Milliseconds a ticket waits to be used. */
const ticketLife = 30_000
const maxWaiting = 10_000

/**
 * One-use tickets for the websocket's address, so that no access token lies in a proxy's log (decisions.md, Wire).
 * In memory: a restart ends the sockets anyway.
 */
export class SocketTickets {
  private readonly waiting = new LRUCache<string, Claims>({ max: maxWaiting, ttl: ticketLife })

  issue(claims: Claims): { ticket: string } {
    const ticket = randomToken(24)
    this.waiting.set(ticket, claims)
    return { ticket }
  }

  /** The claims it was issued for; null when it was used, ran out or never was. */
  redeem(ticket: string): Claims | null {
    const claims = this.waiting.get(ticket) ?? null
    this.waiting.delete(ticket)
    return claims
  }
}
