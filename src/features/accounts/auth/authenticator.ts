import { AccessTokens, type Claims, type LoginIds } from '../../../core/http/access-tokens'
import type { Auth, Caller } from '../../../core/http/guard'
import type { Hub, Listener } from '../../../core/http/hub'
import { admits } from '../../../core/http/networks'
import { SocketTickets } from '../../../core/http/socket-tickets'
import { log } from '../../../core/log'
import type { Ports } from '../../../core/ports'
import { Platform, Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError, type ErrorCode } from '../../../shared/errors'
import { keyStart } from '../../../shared/key-scopes'
import { RefusalLog } from '../../platform/audit/refusals'
import { auditSupportAccess } from '../../platform/audit/support-access'
import { type KnownKey, KnownKeys } from '../api-keys/known-keys'
import { LoginSessions, type SessionInfo } from './login-sessions'
import { type RateLimits, rateLimits } from './rate-limits'

/** Counts a request of a key. @throws ERR_RATE_LIMIT */
type CountRequest = (key: Pick<KnownKey, 'id' | 'sendLimit'>) => void

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
  private readonly sessions: LoginSessions

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
    this.sessions = new LoginSessions(ports, this.platform, this.requiresSecondFactor)
  }

  /** True when the installation requires a second factor of the person: of super users, unless it is optional. */
  requiresSecondFactor = (person: { super: boolean }) => this.secondFactor === 'required' && person.super

  /** True for a login that is refused everything but setting up a second factor. */
  mustEnrol = async (login: LoginIds): Promise<boolean> => (await this.sessions.find(login))?.mustEnrol ?? false

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
    this.sessions.forget(companyId, userId)
    this.keys.forget(companyId)
    const concerned = this.hub.listeners(companyId, userId)
    if (concerned.length === 0) return
    await this.hub.reviewing(companyId, async () => {
      for (const listener of concerned) await this.review(listener)
    })
  }

  /** The same for all logins: changes of rights by other processes may have been missed. */
  async refreshAllRights() {
    this.sessions.forgetAll()
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
    const session = await this.sessions.find(login)
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
      else listener.viewer = (await this.sessions.find(login))?.me ?? viewer
    } catch (err) {
      log.error({ err, companyId }, 'rights of a socket could not be read; it is closed')
      listener.close(1011, 'ERR_INTERNAL_SERVER_ERROR' satisfies ErrorCode)
    }
  }

  private async getSession(login: LoginIds): Promise<SessionInfo> {
    const session = await this.sessions.find(login)
    if (!session) throw new AppError('ERR_SESSION_EXPIRED')
    return session
  }
}

/** Close code and reason of a socket that is refused or ended (docs/behaviour.md, "Logins"). */
export function socketCloseReason(code: ErrorCode): [number, string] {
  if (code === 'ERR_ACCESSED_ELSEWHERE') return [4409, code]
  if (code === 'ERR_SOCKET_TICKET') return [4400, `${code}: proxies log addresses; use POST /api/auth/ws-ticket`]
  return [code === 'ERR_SESSION_EXPIRED' ? 4401 : 4403, code]
}
