import { AccessTokens, type Claims } from '../../core/http/access-tokens'
import type { Auth, Caller } from '../../core/http/http'
import type { Hub, Listener } from '../../core/http/hub'
import { SocketTickets } from '../../core/http/socket-tickets'
import { log } from '../../core/log'
import { Platform, Scope, type Viewer } from '../../core/scope'
import type { CompanyId } from '../../core/storage/schema'
import { hot, TenantDb } from '../../core/storage/tenant'
import { isOver } from '../../core/time'
import type { Ports } from '../../ports'
import { type PlanFlag, planFlags, planFlagsOf } from '../../shared/enums'
import { AppError, type ErrorCode } from '../../shared/errors'
import { witness } from '../audit/support-access'
import { secondFactor } from '../users/read'
import { type RateLimits, rateLimits } from './rate-limits'

/** Who a login is now; everything a request needs to know before it may start. */
interface Standing {
  companyId: CompanyId
  me: Viewer
  plan: Record<PlanFlag, boolean>
  renewalOnly: boolean
  expired: string | null
  mustEnrol: boolean
  /** Set when the login is good for nothing. */
  refused: ErrorCode | null
  readAt: number
}

/** A change made by another process (`balcao reset-password`) is noticed after this long (ms). */
const freshFor = 1000
const keptStandings = 20_000

/** Which login of whom: what claims come down to. */
export type Login = Pick<Claims, 'tokenId' | 'userId' | 'companyId'>

const flagColumns = planFlags.map((flag) => `plans.${flag}` as const)

const standingOf = hot<{ tokenId: number; userId: number }>()((db, p) =>
  db
    .select('tokens')
    .innerJoin('users', 'users.id', 'tokens.userId')
    .innerJoin('companies', 'companies.id', 'tokens.companyId')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .where('tokens.id', '=', p('tokenId'))
    .where('tokens.userId', '=', p('userId'))
    .select(['users.id as userId', 'users.name', 'users.profile', 'users.super', 'users.allTicket', 'users.support'])
    .select([
      'tokens.expiresAt',
      'tokens.revokedAt',
      'tokens.revokedFor',
      'tokens.renewalOnly',
      'companies.status',
      'companies.dueDate',
      'companies.timeZone',
    ])
    .select(flagColumns)
    .select(secondFactor),
)

const queuesOf = hot<{ userId: number }>()((db, p) =>
  db.select('user_queues').select('queueId').where('userId', '=', p('userId')),
)

/**
 * Proves callers. The signature is checked once per token; person, queues, company, plan and licence are read at most
 * once a second per login and again as soon as a verb says that rights changed, so that proving costs about a
 * microsecond on the way of a message.
 */
export class Callers implements Auth {
  readonly platform: Platform
  readonly tokens: AccessTokens
  readonly tickets = new SocketTickets()
  private readonly standings = new Map<number, Standing>()
  /** Counts changes of rights: what was read before the last one is not kept. */
  private changes = 0

  constructor(
    private readonly ports: Ports,
    private readonly hub: Hub,
    readonly limits: RateLimits = rateLimits(),
    /** Whether super users need a second factor; only the operator of the machine can waive it. */
    private readonly secondFactor: 'required' | 'optional' = 'required',
  ) {
    this.platform = new Platform(ports)
    this.tokens = new AccessTokens(ports.secrets)
  }

  /** True for whoever may do nothing before they have a second factor. */
  mustEnrol = (person: { super: boolean; secondFactor: boolean }) =>
    this.secondFactor === 'required' && person.super && !person.secondFactor

  async prove(token: string): Promise<Caller> {
    const claims = await this.tokens.verify(token)
    this.limits.person.take(`${claims.userId}`)
    return this.callerOf(claims)
  }

  witness(scope: Scope, { method, url }: Request) {
    return witness(scope, method, new URL(url).pathname)
  }

  /** The caller behind claims already verified; throws the code that says why there is none. */
  async callerOf(claims: Claims): Promise<Caller> {
    const { refused, companyId, me, plan, renewalOnly, expired, mustEnrol } = await this.standingOf(claims)
    if (refused) throw new AppError(refused === 'ERR_ACCESSED_ELSEWHERE' ? 'ERR_SESSION_EXPIRED' : refused)
    const scope = Scope.for(this.ports, companyId, me)
    return {
      scope,
      me,
      plan,
      renewalOnly,
      expired,
      mustEnrol,
      tokenId: claims.tokenId,
      expiresAt: claims.expiresAt,
    }
  }

  /**
   * Rights of one person, or of a whole company, changed: the next request reads them anew, and open sockets are
   * given the new viewer or closed. Called after the commit by the verb that changed them.
   */
  async changed(companyId: CompanyId, userId?: number) {
    this.changes++
    for (const [tokenId, standing] of this.standings)
      if (standing.companyId === companyId && (userId ?? standing.me.userId) === standing.me.userId)
        this.standings.delete(tokenId)
    const concerned = this.hub.listeners(companyId, userId)
    if (concerned.length === 0) return
    await this.hub.reviewing(companyId, async () => {
      for (const listener of concerned) await this.review(listener)
    })
  }

  /** Puts a socket among its company's listeners with the rights of this moment; the answer takes it out again. */
  join(listener: Listener): { leave: () => void; judged: Promise<void> } {
    const leave = this.hub.join(listener.companyId, listener)
    return { leave, judged: this.hub.reviewing(listener.companyId, () => this.review(listener)) }
  }

  /** Why the login may not have a socket now, or null; 402 and a renewal login count here, too. */
  async barred(login: Login): Promise<ErrorCode | null> {
    const standing = await this.find(login)
    if (!standing) return 'ERR_SESSION_EXPIRED'
    if (standing.mustEnrol && !standing.refused) return 'ERR_SECOND_FACTOR_REQUIRED'
    return standing.refused ?? (standing.expired || standing.renewalOnly ? 'ERR_SUBSCRIPTION_EXPIRED' : null)
  }

  /** Gives a socket its viewer as of now, or closes it when its login is no longer good. */
  private async review(listener: Listener) {
    const { tokenId, companyId, viewer } = listener
    const login: Login = { tokenId, companyId, userId: viewer.userId }
    try {
      const barred = await this.barred(login)
      if (barred) listener.close(...farewell(barred))
      else listener.viewer = (await this.find(login))?.me ?? viewer
    } catch (err) {
      log.error({ err, companyId }, 'rights of a socket could not be read; it is closed')
      listener.close(1011, 'ERR_INTERNAL_SERVER_ERROR' satisfies ErrorCode)
    }
  }

  private async standingOf(login: Login): Promise<Standing> {
    const standing = await this.find(login)
    if (!standing) throw new AppError('ERR_SESSION_EXPIRED')
    return standing
  }

  /** What is known of a login, at most a second old; undefined when there is none of that person there. */
  private async find({ tokenId, userId, companyId }: Login): Promise<Standing | undefined> {
    const known = this.standings.get(tokenId)
    const same = known?.companyId === companyId && known.me.userId === userId
    if (known && same && Date.now() - known.readAt < freshFor) return known
    if (this.standings.size >= keptStandings) this.standings.clear()
    const { changes } = this
    const standing = await this.read({ tokenId, userId, companyId })
    if (changes !== this.changes) return standing
    if (standing) this.standings.set(tokenId, standing)
    else this.standings.delete(tokenId)
    return standing
  }

  private async read({ companyId, tokenId, userId }: Login): Promise<Standing | undefined> {
    const db = TenantDb.of(this.ports.store, companyId)
    const row = await db.first(standingOf, { tokenId, userId })
    if (!row) return undefined
    const me: Viewer = {
      userId,
      name: row.name,
      profile: row.profile,
      super: row.super === 1,
      allTicket: row.allTicket,
      queueIds: (await db.run(queuesOf, { userId })).map(({ queueId }) => queueId),
      ...(row.support === 1 && { support: true }),
    }
    /** The provider's own people can never lock themselves out, of the house they run or of one they help. */
    const isProvider = me.super || me.support === true
    return {
      companyId,
      me,
      plan: planFlagsOf(row),
      renewalOnly: row.renewalOnly === 1,
      expired: !isProvider && isOver(row.dueDate, row.timeZone) ? row.dueDate : null,
      mustEnrol: this.mustEnrol({ super: me.super, secondFactor: row.secondFactor === 1 }),
      refused: refusal(row, row.status === 1 || isProvider),
      readAt: Date.now(),
    }
  }
}

interface Ending {
  revokedAt: string | null
  revokedFor: string | null
  support: number
  expiresAt: string
}

/** A grant of support ends with its minute; other logins with their renewal. */
function refusal({ revokedAt, revokedFor, support, expiresAt }: Ending, companyOn: boolean): ErrorCode | null {
  if (support === 1 && expiresAt <= new Date().toISOString()) return 'ERR_SESSION_EXPIRED'
  if (revokedAt) return revokedFor === 'elsewhere' ? 'ERR_ACCESSED_ELSEWHERE' : 'ERR_SESSION_EXPIRED'
  return companyOn ? null : 'ERR_COMPANY_DISABLED'
}

/** How a socket is told that it is over (decisions.md, Behaviour): close code and reason. */
export function farewell(code: ErrorCode): [number, string] {
  if (code === 'ERR_ACCESSED_ELSEWHERE') return [4409, code]
  return [code === 'ERR_SESSION_EXPIRED' ? 4401 : 4403, code]
}
