import { parseJson } from '../../shared/json'
import { BoundedCache } from '../bounded-cache'
import type { Wire } from '../nodes/wire'
import { randomToken } from '../secrets'
import type { Claims } from './access-tokens'

/** Lifetime of a ticket in milliseconds. */
const ticketLife = 30_000
const maxWaiting = 10_000

/**
 * One-time tickets for the websocket URL, so that no access token appears in a proxy's log (docs/behaviour.md,
 * "Logins"). Kept in memory, because a restart ends the sockets anyway; of several processes in their database, because
 * the socket may reach another one.
 */
export class SocketTickets {
  private readonly waiting = new BoundedCache<string, Claims>(maxWaiting, { ttl: ticketLife })

  constructor(private readonly deposits: Pick<Wire, 'deposit' | 'take'> | null = null) {}

  async issue(claims: Claims): Promise<{ ticket: string }> {
    if (this.deposits)
      return { ticket: await this.deposits.deposit(JSON.stringify({ claims, until: Date.now() + ticketLife })) }
    const ticket = randomToken(24)
    this.waiting.set(ticket, claims)
    return { ticket }
  }

  /** Claims of a ticket; null when it is used, expired or unknown. */
  async redeem(ticket: string): Promise<Claims | null> {
    if (this.deposits) return this.takeDeposit(this.deposits, ticket)
    const claims = this.waiting.get(ticket) ?? null
    this.waiting.delete(ticket)
    return claims
  }

  private async takeDeposit(deposits: Pick<Wire, 'take'>, ticket: string): Promise<Claims | null> {
    const text = await deposits.take(ticket)
    if (text === null) return null
    const { claims, until } = parseJson(text) as { claims?: Claims; until?: number }
    return claims !== undefined && until !== undefined && until > Date.now() ? claims : null
  }
}
