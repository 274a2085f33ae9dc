import { BoundedCache } from '../../../core/bounded-cache'
import type { LoginIds } from '../../../core/http/access-tokens'
import type { Ports } from '../../../core/ports'
import type { Platform, Viewer } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { hot } from '../../../core/storage/tenant'
import { type PlanFlag, planFlags, planFlagsOf } from '../../../shared/enums'
import type { ErrorCode } from '../../../shared/errors'
import { withheldFrom } from '../../../shared/role-limits'
import { hasLicenceEnded, licenceColumns } from '../../platform/company/licence'
import { roleLimitsColumn } from '../../platform/settings/role-limits'
import { requiredSince, secondFactor } from '../users/read'

/** A login with its user, company, plan and licence, as last read. The guard decides every request by it. */
export interface SessionInfo {
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

/** Logins with their rights, read at most once a second each, and again after `forget`. */
export class LoginSessions {
  private readonly cached = new BoundedCache<number, SessionInfo>(maxSessions)
  /** Number of changes of rights so far. A read that one of them overtook is not cached. */
  private changes = 0

  constructor(
    private readonly ports: Ports,
    private readonly platform: Platform,
    private readonly requiresSecondFactor: (person: { super: boolean }) => boolean,
  ) {}

  /** Reads the logins of a person, or of a whole company, anew at their next use. */
  forget(companyId: CompanyId, userId?: number) {
    this.changes++
    for (const [tokenId, session] of [...this.cached]) // a copy: entries are deleted meanwhile
      if (session.companyId === companyId && (userId ?? session.me.userId) === session.me.userId)
        this.cached.delete(tokenId)
  }

  /** The same for all logins. */
  forgetAll() {
    this.changes++
    this.cached.clear()
  }

  /** The login with its rights, cached for at most `sessionTtl`; undefined when the company and user have no such login. */
  async find({ tokenId, userId, companyId }: LoginIds): Promise<SessionInfo | undefined> {
    const cached = this.cached.get(tokenId)
    const isSame = cached?.companyId === companyId && cached.me.userId === userId
    if (cached && isSame && Date.now() - cached.readAt < sessionTtl) return cached
    const { changes } = this
    const session = await this.read({ tokenId, userId, companyId })
    if (changes !== this.changes) return session
    if (session) this.cached.set(tokenId, session)
    else this.cached.delete(tokenId)
    return session
  }

  private async read({ companyId, tokenId, userId }: LoginIds): Promise<SessionInfo | undefined> {
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
