import type { CompanyId } from './schema'
import { randomToken } from './secrets'

/** Whom a websocket ticket admits, and until when the socket may live (epoch ms of the access token's end). */
export interface Admitted {
  tokenId: number
  userId: number
  companyId: CompanyId
  expiresAt: number
}

/** Milliseconds a ticket waits to be used. */
const ticketLife = 30_000
const maxWaiting = 10_000

/**
 * One-use tickets for the websocket's address, so that no access token lies in a proxy's log (decisions.md, Wire).
 * In memory: a restart ends the sockets anyway.
 */
export class SocketTickets {
  private readonly waiting = new Map<string, Admitted & { until: number }>()

  issue(admitted: Admitted): { ticket: string } {
    this.sweep()
    const ticket = randomToken(24)
    this.waiting.set(ticket, { ...admitted, until: Date.now() + ticketLife })
    return { ticket }
  }

  /** Whom the ticket admits; null when it was used, ran out or never was. */
  redeem(ticket: string): Admitted | null {
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
