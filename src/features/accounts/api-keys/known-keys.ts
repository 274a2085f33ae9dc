import { BoundedCache } from '../../../core/bounded-cache'
import { type Networks, networksOf } from '../../../core/http/networks'
import { log } from '../../../core/log'
import type { Platform, Viewer } from '../../../core/scope'
import { prepare } from '../../../core/storage/prepared'
import type { CompanyId } from '../../../core/storage/schema'
import { isPastDueDay } from '../../../core/time'
import { type PlanFlag, planFlags, planFlagsOf } from '../../../shared/enums'
import { parseJson } from '../../../shared/json'
import type { KeyScope } from '../../../shared/key-scopes'
import { roleHas } from '../../../shared/permissions'
import { withheldFrom } from '../../../shared/role-limits'
import { hasLicenceEnded, licenceColumns } from '../../platform/company/licence'
import { roleLimitsColumn } from '../../platform/settings/role-limits'
import { sendLimitColumns, sendLimitOf } from '../../platform/settings/send-limit'

/** An API key with its maker, company, plan and licence, as last read. */
export interface KnownKey {
  id: number
  name: string
  companyId: CompanyId
  /** The maker, without the rights of a super user. */
  me: Viewer
  scopes: KeyScope[]
  networks: Networks | null
  plan: Record<PlanFlag, boolean>
  /** False for a company that is switched off. */
  isCompanyOn: boolean
  /** Due date of an expired licence, else null. */
  expired: string | null
  /** A person approves what is sent by MCP. */
  confirms: boolean
  /** Messages a minute. */
  sendLimit: number
  /** Epoch milliseconds. */
  readAt: number
}

const flagColumns = planFlags.map((flag) => `plans.${flag}` as const)

/** Not limited to a company, because the key identifies it. */
const byHash = prepare<{ hash: string }>()((db, p) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.userId')
    .innerJoin('companies', 'companies.id', 'api_keys.companyId')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .where('keyHash', '=', p('hash'))
    .select([
      'api_keys.id',
      'api_keys.companyId',
      'api_keys.name as keyName',
      'scopes',
      'addresses',
      'expiresOn',
      'confirms',
    ])
    .select(['users.id as userId', 'users.name', 'users.profile', 'users.allTicket', 'users.support'])
    .select(['companies.status'])
    .select(licenceColumns)
    .select(flagColumns)
    .select(roleLimitsColumn)
    .select(sendLimitColumns),
)
type KeyRow = NonNullable<Awaited<ReturnType<typeof byHash.first>>>

/** Milliseconds a key is used as last read; another process's change takes effect after them at the latest. */
const keyTtl = 1000
const maxKeys = 20_000
/** Milliseconds between two writes of a key's last use. */
const useMs = 60_000

/** Keys by their hash, read at most once a second each, and again after `forget`. */
export class KnownKeys {
  private readonly keys = new BoundedCache<string, KnownKey>(maxKeys)
  /** Time of the last written use by key id. */
  private readonly usedAt = new BoundedCache<number, number>(maxKeys)
  /** Number of calls of `forget`. A read that one of them overtook is not cached. */
  private forgotten = 0

  constructor(private readonly platform: Platform) {}

  /** The key, or undefined for an unknown, revoked or ended one, and for one whose maker may not have keys. */
  async find(key: string): Promise<KnownKey | undefined> {
    const hash = this.platform.ports.secrets.hash(key)
    const cached = this.keys.get(hash)
    if (cached && Date.now() - cached.readAt < keyTtl) return cached
    const { forgotten } = this
    const row = await this.platform.first(byHash, { hash })
    const known = row && isValid(row) ? await this.knownKeyOf(row) : undefined
    if (!known) this.keys.delete(hash)
    else if (forgotten === this.forgotten) this.keys.set(hash, known)
    return known
  }

  /** Reads the keys of a company, or all of them, again at their next use. */
  forget(companyId?: CompanyId) {
    this.forgotten++
    for (const [hash, key] of [...this.keys])
      if (companyId === undefined || key.companyId === companyId) this.keys.delete(hash)
  }

  /** Stores time and address of a use, at most once a minute. A failure is logged and refuses nothing. */
  async noteUse({ id, companyId }: KnownKey, address: string) {
    const now = Date.now()
    if (now - (this.usedAt.get(id) ?? 0) < useMs) return
    this.usedAt.set(id, now)
    const use = { lastUsedAt: new Date(now).toISOString(), lastAddress: address }
    await this.platform
      .transaction((platform) => platform.tenant(companyId).update('api_keys').set(use).where('id', '=', id).execute())
      .catch((err) => log.error({ err, companyId }, 'the use of an API key could not be stored'))
  }

  private async knownKeyOf(row: KeyRow): Promise<KnownKey> {
    const { id, companyId, keyName, userId, name, profile, allTicket, dueDate } = row
    const queues = await this.platform
      .tenant(companyId)
      .select('user_queues')
      .select('queueId')
      .where('userId', '=', userId)
      .execute()
    const queueIds = queues.map(({ queueId }) => queueId)
    return {
      ...{ id, companyId, name: keyName, scopes: parseJson<KeyScope[]>(row.scopes) },
      me: {
        ...{ userId, name, profile, allTicket, queueIds, super: false, key: keyName },
        withheld: withheldFrom(profile, row.roleLimits),
      },
      networks: networksOf(parseJson<string[]>(row.addresses)),
      plan: planFlagsOf(row),
      isCompanyOn: row.status === 1,
      expired: hasLicenceEnded(row) ? dueDate : null,
      confirms: row.confirms === 1,
      sendLimit: sendLimitOf(row),
      readAt: Date.now(),
    }
  }
}

/** True until the end of its last day, while its maker may have keys. */
const isValid = ({ expiresOn, timeZone, profile, support }: KeyRow) =>
  (expiresOn === null || !isPastDueDay(expiresOn, timeZone)) && roleHas(profile, 'apiKey:edit') && support === 0
