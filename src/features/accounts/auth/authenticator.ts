import { BoundedCache } from '../../../core/bounded-cache'
import { AccessTokens, type Claims, type LoginIds } from '../../../core/http/access-tokens'
import type { Auth, Caller } from '../../../core/http/guard'
import type { Hub, Listener } from '../../../core/http/hub'
import { admits } from '../../../core/http/networks'
import { SocketTickets } from '../../../core/http/socket-tickets'
import { log } from '../../../core/log'
import type { Ports } from '../../../core/ports'
import { Platform, Scope, type Viewer } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { hot } from '../../../core/storage/tenant'
import { type PlanFlag, planFlags, planFlagsOf } from '../../../shared/enums'
import { AppError, type ErrorCode } from '../../../shared/errors'
import { keyStart } from '../../../shared/key-scopes'
import { withheldFrom } from '../../../shared/role-limits'
import { RefusalLog } from '../../platform/audit/refusals'
import { auditSupportAccess } from '../../platform/audit/support-access'
import { hasLicenceEnded, licenceColumns } from '../../platform/company/licence'
import { roleLimitsColumn } from '../../platform/settings/role-limits'
import { type KnownKey, KnownKeys } from '../api-keys/known-keys'
import { requiredSince, secondFactor } from '../users/read'
import { type RateLimits, rateLimits } from './rate-limits'

/** A login with its user, company, plan and licence, as last read. The guard decides every request by it. */
interface SessionInfo {
  companyId: CompanyId
  me: Viewer
  plan: Record<PlanFlag, boolean>
  renewalOnly: boolean
  expired: string | null
  mustEnrol: boolean
  /** Why every request of the login is refused; null when none is. */
  denial: ErrorCode | null
  /** Epoch milliseconds. */
  readAt: number
}

/**
 * Milliseconds a cached login is used. A change by another process (`balcao reset-password`) takes effect after them.
 */
const sessionTtl = 1000
/** Logins cached at most; the least recently used one is read again. */
const maxSessions = 20_000

/** Counts a request of a key. @throws ERR_RATE_LIMIT */
type CountRequest = (key: Pick<KnownKey, 'id' | 'sendLimit'>) => void

const flagColumns = planFlags.map((flag) => `plans.${flag}` as const)

const sessionQuery = hot<{ tokenId: number; userId: number }>()((db, p) =>
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
      'tokens.createdAt',
      'companies.status',
    ])
    .select(licenceColumns)
    .select(flagColumns)
    .select([secondFactor, requiredSince, roleLimitsColumn]),
)

const queuesOf = hot<{ userId: number }>()((db, p) =>
  db.select('user_queues').select('queueId').where('userId', '=', p('userId')),
)

/**
 * Authenticates requests and sockets. The signature is checked once per token. User, queues, company, plan and licence
 * are read at most once a second per login, and again after `refreshRights`. A cached check takes about a microsecond.
 */
export class Authenticator implements Auth {
  readonly platform: Platform
  readonly tokens: AccessTokens
  readonly tickets: SocketTickets
  /** Refused logins and permissions, for the audit log. */
  readonly refusals: RefusalLog
  private readonly keys: KnownKeys
  private readonly sessions = new BoundedCache<number, SessionInfo>(maxSessions)
  /** Number of changes of rights so far. A read that one of them overtook is not cached. */
  private rightsChanges = 0

  constructor(
    private readonly ports: Ports,
    private readonly hub: Hub,
    readonly limits: RateLimits = rateLimits(),
    /** Whether super users need a second factor; only the operator's configuration makes it optional. */
    private readonly secondFactor: 'required' | 'optional' = 'required',
    deposits: ConstructorParameters<typeof SocketTickets>[0] = null,
  ) {
    this.tickets = new SocketTickets(deposits)
    this.platform = new Platform(ports)
    this.tokens = new AccessTokens(ports.secrets)
    this.refusals = new RefusalLog(this.platform)
    this.keys = new KnownKeys(this.platform)
  }

  /** True when the installation requires a second factor of the person: of super users, unless it is optional. */
  requiresSecondFactor = (person: { super: boolean }) => this.secondFactor === 'required' && person.super

  /** True for a login that is refused everything but setting up a second factor. */
  mustEnrol = async (login: LoginIds): Promise<boolean> => (await this.findSession(login))?.mustEnrol ?? false

  /**
   * The caller of an access token or API key. Counts one request against the limit of the person or key.
   * @throws ERR_SESSION_EXPIRED, ERR_COMPANY_DISABLED, ERR_RATE_LIMIT, and as `authenticateKey`
   */
  async authenticate(token: string, address: () => string): Promise<Caller> {
    if (token.startsWith(keyStart)) return this.authenticateKey(token, address)
    const claims = await this.tokens.verify(token)
    this.limits.person.take(`${claims.userId}`)
    return this.callerOfClaims(claims)
  }

  /**
   * The caller of an API key, which acts for its maker. Wrong keys are limited by address; one that is unknown, revoked or
   * ended and one from another address get the same answer, the latter with a line in the audit log.
   * @param count counts the request against a limit; without it, against that of the key's requests
   * @throws ERR_API_TOKEN, ERR_COMPANY_DISABLED, ERR_NO_PERMISSION without the plan, ERR_RATE_LIMIT
   */
  async authenticateKey(
    token: string,
    address: () => string,
    count: CountRequest = ({ id }) => this.limits.apiKey.take(`${id}`),
  ): Promise<Caller> {
    const key = await this.keys.find(token)
    if (!key || !admits(key.networks, address())) {
      if (key) this.noteKey(key, address(), 'refuse', address())
      this.limits.apiToken.take(address())
      throw new AppError('ERR_API_TOKEN')
    }
    const { id, companyId, me, plan, expired, scopes, confirms, sendLimit, name } = key
    count(key)
    if (!key.isCompanyOn) throw new AppError('ERR_COMPANY_DISABLED')
    if (!plan.useExternalApi) throw new AppError('ERR_NO_PERMISSION')
    await this.keys.noteUse(key, address())
    const scope = Scope.for(this.ports, companyId, me)
    const login = { tokenId: 0, expiresAt: 0, renewalOnly: false, mustEnrol: false }
    const noteUse = (request: string) => this.noteKey(key, address(), 'ask', request)
    return { scope, me, plan, expired, ...login, key: { id, name, scopes, confirms, sendLimit, noteUse } }
  }

  /** Adds a line to the audit log: a use of a key, or its refusal from another address. */
  private noteKey({ id, companyId, me, name }: KnownKey, address: string, action: 'ask' | 'refuse', use: string) {
    const entry = { action, entity: 'apiKey', entityId: id, name: `${name}: ${use}` }
    void this.refusals.note({ companyId, userId: me.userId, actor: me, address, entry })
  }

  auditSupportAccess(scope: Scope, { method, url }: Request) {
    return auditSupportAccess(scope, method, new URL(url).pathname)
  }

  noteRefusal({ scope: { companyId, address }, me }: Caller, route: string) {
    const entry = { action: 'refuse', entity: 'permission', entityId: null, name: route }
    const refusal = { companyId, userId: me.userId, actor: me, address, entry }
    void (me.support ? this.refusals.write(refusal) : this.refusals.note(refusal))
  }

  /** A program spends the budget of its API key, and leaves that of the key's maker alone. */
  spendBudget({ scope: { companyId }, me, key }: Caller, request: Request) {
    this.ports.budgets.spendRequest(request, { companyId, userId: key ? -key.id : me.userId })
  }

  /** The caller of claims already verified. @throws ERR_SESSION_EXPIRED, ERR_COMPANY_DISABLED */
  async callerOfClaims(claims: Claims): Promise<Caller> {
    const { denial, companyId, me, plan, renewalOnly, expired, mustEnrol } = await this.getSession(claims)
    if (denial) throw new AppError(denial === 'ERR_ACCESSED_ELSEWHERE' ? 'ERR_SESSION_EXPIRED' : denial)
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
   * Applies changed rights of one person, or of a whole company: the next request reads them again, and open sockets
   * get the new viewer or are closed. Called after the commit of the change.
   */
  async refreshRights(companyId: CompanyId, userId?: number) {
    this.rightsChanges++
    for (const [tokenId, session] of [...this.sessions]) // a copy: entries are deleted meanwhile
      if (session.companyId === companyId && (userId ?? session.me.userId) === session.me.userId)
        this.sessions.delete(tokenId)
    this.keys.forget(companyId)
    const concerned = this.hub.listeners(companyId, userId)
    if (concerned.length === 0) return
    await this.hub.reviewing(companyId, async () => {
      for (const listener of concerned) await this.review(listener)
    })
  }

  /** The same for all logins: changes of rights by other processes may have been missed. */
  async refreshAllRights() {
    this.rightsChanges++
    this.sessions.clear()
    this.keys.forget()
    for (const companyId of new Set([...this.hub.everyone()].map((listener) => listener.companyId)))
      await this.refreshRights(companyId)
  }

  /**
   * Adds a socket to its company's listeners and reads its rights again. `leave` removes it; `reviewed` resolves once
   * its viewer is current or it is closed.
   */
  addListener(listener: Listener): { leave: () => void; reviewed: Promise<void> } {
    const leave = this.hub.join(listener.companyId, listener)
    return { leave, reviewed: this.hub.reviewing(listener.companyId, () => this.review(listener)) }
  }

  /** Why the login may not open a socket, or null. An expired licence and a renewal login may not. */
  async denialReason(login: LoginIds): Promise<ErrorCode | null> {
    const session = await this.findSession(login)
    if (!session) return 'ERR_SESSION_EXPIRED'
    if (session.mustEnrol && !session.denial) return 'ERR_SECOND_FACTOR_REQUIRED'
    return session.denial ?? (session.expired || session.renewalOnly ? 'ERR_SUBSCRIPTION_EXPIRED' : null)
  }

  /** Gives a socket its current viewer, or closes it when its login is refused. */
  private async review(listener: Listener) {
    const { tokenId, companyId, viewer } = listener
    const login: LoginIds = { tokenId, companyId, userId: viewer.userId }
    try {
      const denial = await this.denialReason(login)
      if (denial) listener.close(...socketCloseReason(denial))
      else listener.viewer = (await this.findSession(login))?.me ?? viewer
    } catch (err) {
      log.error({ err, companyId }, 'rights of a socket could not be read; it is closed')
      listener.close(1011, 'ERR_INTERNAL_SERVER_ERROR' satisfies ErrorCode)
    }
  }

  private async getSession(login: LoginIds): Promise<SessionInfo> {
    const session = await this.findSession(login)
    if (!session) throw new AppError('ERR_SESSION_EXPIRED')
    return session
  }

  /** The login with its rights, cached for at most `sessionTtl`; undefined when the company and user have no such login. */
  private async findSession({ tokenId, userId, companyId }: LoginIds): Promise<SessionInfo | undefined> {
    const cached = this.sessions.get(tokenId)
    const isSame = cached?.companyId === companyId && cached.me.userId === userId
    if (cached && isSame && Date.now() - cached.readAt < sessionTtl) return cached
    const { rightsChanges } = this
    const session = await this.readSession({ tokenId, userId, companyId })
    if (rightsChanges !== this.rightsChanges) return session
    if (session) this.sessions.set(tokenId, session)
    else this.sessions.delete(tokenId)
    return session
  }

  private async readSession({ companyId, tokenId, userId }: LoginIds): Promise<SessionInfo | undefined> {
    const db = this.platform.tenant(companyId)
    const row = await db.first(sessionQuery, { tokenId, userId })
    if (!row) return undefined
    const me: Viewer = {
      userId,
      name: row.name,
      profile: row.profile,
      withheld: withheldFrom(row.profile, row.roleLimits),
      super: row.super === 1,
      allTicket: row.allTicket,
      queueIds: (await db.run(queuesOf, { userId })).map(({ queueId }) => queueId),
      ...(row.support === 1 && { support: true }),
      mediaPass: this.ports.media.links.passOf({ tokenId, userId, companyId }),
    }
    // Super users and support users pass although the company's licence has expired or the company is disabled.
    const isProvider = me.super || me.support === true
    return {
      companyId,
      me,
      plan: planFlagsOf(row),
      renewalOnly: row.renewalOnly === 1,
      expired: !isProvider && hasLicenceEnded(row) ? row.dueDate : null,
      mustEnrol: row.secondFactor !== 1 && (this.requiresSecondFactor(me) || isRequiredByCompany(row)),
      denial: denialOf(row, row.status === 1 || isProvider),
      readAt: Date.now(),
    }
  }
}

/**
 * True for a login opened after the company began to require a second factor. Earlier logins stay valid, so that the
 * setting does not interrupt work.
 */
const isRequiredByCompany = (row: { requiredSince: string | null; createdAt: string; support: number }) =>
  row.support === 0 && row.requiredSince !== null && row.createdAt > row.requiredSince

interface LoginState {
  revokedAt: string | null
  revokedFor: string | null
  expiresAt: string
}

/** Why a login is refused, or null. */
function denialOf({ revokedAt, revokedFor, expiresAt }: LoginState, companyOn: boolean): ErrorCode | null {
  if (expiresAt <= new Date().toISOString()) return 'ERR_SESSION_EXPIRED'
  if (revokedAt) return revokedFor === 'elsewhere' ? 'ERR_ACCESSED_ELSEWHERE' : 'ERR_SESSION_EXPIRED'
  return companyOn ? null : 'ERR_COMPANY_DISABLED'
}

/** Close code and reason of a socket that is refused or ended (docs/behaviour.md, "Logins"). */
export function socketCloseReason(code: ErrorCode): [number, string] {
  if (code === 'ERR_ACCESSED_ELSEWHERE') return [4409, code]
  if (code === 'ERR_SOCKET_TICKET') return [4400, `${code}: proxies log addresses; use POST /api/auth/ws-ticket`]
  return [code === 'ERR_SESSION_EXPIRED' ? 4401 : 4403, code]
}
