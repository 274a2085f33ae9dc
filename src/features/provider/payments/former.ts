import type { Ports } from '../../../core/ports'
import { Platform } from '../../../core/scope'
import type { StoredConfig } from './config'
import { cardName, type ProviderName } from './model'
import { isComplete } from './required-fields'

/** Days for which the service of an unpaid charge is asked, because codes can be paid late. */
export const askedDays = 45
const day = 86_400_000
/** Former accounts that are kept at most. */
const maxFormer = 5

const accountOf = ({ provider, environment, baseUrl, clientId, accessToken }: StoredConfig) =>
  JSON.stringify([provider, environment, baseUrl, clientId, accessToken])

/**
 * Returns the former accounts to be stored beside the settings `after`: those whose service may still report a payment of
 * an unpaid code. No charge is made by them.
 */
export async function formerAccounts(ports: Ports, before: StoredConfig, after: StoredConfig): Promise<StoredConfig[]> {
  const asked = await askedServices(new Platform(ports))
  const { former, ...replaced } = before
  const known = new Set([accountOf(after)])
  const isKept = (config: StoredConfig) => {
    if (!isComplete(config) || !asked.has(config.provider) || known.has(accountOf(config))) return false
    return known.add(accountOf(config))
  }
  return [{ ...replaced, former: [] }, ...former].filter(isKept).slice(0, maxFormer)
}

/** The settings of a service: the current ones first, then those of its former accounts. */
export const accountsOf = (config: StoredConfig, name: ProviderName): StoredConfig[] =>
  [config, ...config.former].filter((one) => one.provider === name && isComplete(one))

/** Services that have made a charge which can still be paid. */
async function askedServices({ db }: Platform): Promise<Set<string>> {
  const rows = await db
    .selectFrom('charges')
    .select('provider')
    .distinct()
    .where('status', '<>', 'paid')
    .where('createdAt', '>=', new Date(Date.now() - askedDays * day).toISOString())
    .where('provider', '<>', 'pix-manual')
    .execute()
  return new Set(rows.map(({ provider }) => (provider === cardName ? 'efi' : provider)))
}

/**
 * Asks each account until one answers. Returns null when none has what is asked for. @throws the first failure when no
 * account answered and one failed
 */
export async function firstAnswer<A, T>(accounts: A[], ask: (account: A) => Promise<T | null>): Promise<T | null> {
  const failures: unknown[] = []
  for (const account of accounts) {
    const answer = await ask(account).catch((error) => {
      failures.push(error)
      return null
    })
    if (answer !== null) return answer
  }
  if (failures.length > 0) throw failures[0]
  return null
}
