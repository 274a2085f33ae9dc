import { isNetwork } from '../../../core/http/networks'
import type { Scope } from '../../../core/scope'
import { randomToken } from '../../../core/secrets'
import { addDays, isPastDueDay } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { keyScopes, keyStart } from '../../../shared/key-scopes'
import { limits } from '../../../shared/limits'
import { publishEndsOfKey } from '../../inbox/proposals/end'
import { recordAuditEntry } from '../../platform/audit/record'
import { timeZoneOf } from '../../platform/company/time-zone'
import type { ApiKey, ApiKeyInput, NewApiKey } from './model'
import { getApiKey } from './read'

/** Characters of a key that stay visible, its start included. */
const prefixLength = keyStart.length + 6

/**
 * Creates a key of the acting admin; the response alone has the key, of which only a hash is stored.
 * @throws ERR_VALIDATION for an address or a past day, ERR_TOO_MANY_API_KEYS
 */
export function createApiKey(outer: Scope, input: ApiKeyInput): Promise<NewApiKey> {
  return outer.transaction(async (scope) => {
    const existing = await scope.db.select('api_keys').select('id').limit(limits.apiKeys).execute()
    if (existing.length === limits.apiKeys) throw new AppError('ERR_TOO_MANY_API_KEYS')
    const key = `${keyStart}${randomToken()}`
    const row = {
      ...{ addresses: '[]', expiresOn: null, confirms: 1 as const, ...(await checkedValues(scope, input)) },
      ...{ prefix: key.slice(0, prefixLength), keyHash: scope.ports.secrets.hash(key) },
      ...{ userId: scope.viewer.userId, lastUsedAt: null, createdAt: new Date().toISOString() },
    }
    const { id } = await scope.db.insert('api_keys', row).returning('id').executeTakeFirstOrThrow()
    return { ...(await auditAndPublish(scope, 'create', null, id)), key }
  })
}

/** Changes name, scopes, addresses or end of a key. @throws ERR_NO_API_KEY_FOUND, ERR_VALIDATION */
export function updateApiKey(outer: Scope, id: number, input: Partial<ApiKeyInput>): Promise<ApiKey> {
  return outer.transaction(async (scope) => {
    const before = await getApiKey(scope, id)
    const change = await checkedValues(scope, input)
    if (Object.keys(change).length === 0) return before
    await scope.db.update('api_keys').set(change).where('id', '=', id).execute()
    scope.rightsChanged(before.user.id)
    return auditAndPublish(scope, 'update', before, id)
  })
}

/** Revokes a key for good: no node accepts it from now on. @throws ERR_NO_API_KEY_FOUND */
export function revokeApiKey(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getApiKey(scope, id)
    await publishEndsOfKey(scope, id)
    await scope.db.delete('api_keys').where('id', '=', id).execute()
    const entry = { entity: 'apiKey', entityId: id, name: before.name } as const
    await recordAuditEntry(scope, { action: 'revoke', ...entry, before: auditFields(before) })
    scope.publish('apiKey', { action: 'delete', apiKeyId: id })
    scope.rightsChanged(before.user.id)
    return { id }
  })
}

type Values = Partial<Record<'name' | 'scopes' | 'addresses', string> & { expiresOn: string | null; confirms: 0 | 1 }>

/** Columns to store. @throws ERR_VALIDATION with the fields at fault */
async function checkedValues<I extends Partial<ApiKeyInput>>(scope: Scope, input: I) {
  const { name, expiresOn } = input
  const addresses = input.addresses && [...new Set(input.addresses.map((one) => one.trim()).filter(Boolean))]
  const fields = [
    ...(name !== undefined && name.trim().length < limits.apiKeyName.min ? ['name'] : []),
    ...(addresses?.every(isNetwork) === false ? ['addresses'] : []),
    ...(expiresOn && !(await isDayToCome(scope, expiresOn)) ? ['expiresOn'] : []),
  ]
  if (fields.length > 0) throw new AppError('ERR_VALIDATION', { fields })
  const values = {
    ...(name !== undefined && { name: name.trim() }),
    ...(addresses && { addresses: JSON.stringify(addresses) }),
    ...(expiresOn !== undefined && { expiresOn }),
    ...rightsOf(input),
  }
  return values satisfies Values as I extends ApiKeyInput ? Values & { name: string; scopes: string } : Values
}

const rightsOf = ({ scopes, confirms }: Partial<ApiKeyInput>) => ({
  ...(scopes && { scopes: JSON.stringify(keyScopes.filter((one) => scopes.includes(one))) }),
  ...(confirms !== undefined && { confirms: confirms ? (1 as const) : (0 as const) }),
})

/** True for a day of the calendar that is not past in the company's time zone. */
async function isDayToCome(scope: Scope, day: string): Promise<boolean> {
  try {
    return !isPastDueDay(addDays(day, 0), await timeZoneOf(scope))
  } catch {
    return false
  }
}

/** Logs and publishes the current state of a key; returns it. */
async function auditAndPublish(scope: Scope, action: 'create' | 'update', before: ApiKey | null, id: number) {
  const apiKey = await getApiKey(scope, id)
  await recordAuditEntry(scope, {
    ...{ action, entity: 'apiKey', entityId: id, name: apiKey.name },
    before: before && auditFields(before),
    after: auditFields(apiKey),
  })
  scope.publish('apiKey', { action, apiKey })
  return apiKey
}

const auditFields = ({ name, prefix, scopes, addresses, expiresOn, confirms }: ApiKey) => ({
  ...{ name, prefix, scopes, addresses, expiresOn, confirms },
})
