import type { Scope } from '../../../core/scope'
import { isPastDueDay } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { roleHas } from '../../../shared/permissions'
import type { ApiKey } from './model'

const keyRows = ({ db }: Scope) =>
  db
    .select('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.userId')
    .innerJoin('companies', 'companies.id', 'api_keys.companyId')
    .select(['api_keys.id', 'api_keys.name', 'prefix', 'scopes', 'addresses', 'expiresOn', 'lastUsedAt', 'lastAddress'])
    .select('confirms')
    .select(['api_keys.createdAt', 'users.id as userId', 'users.name as userName', 'users.profile', 'timeZone'])
type KeyRow = Awaited<ReturnType<ReturnType<typeof keyRows>['executeTakeFirstOrThrow']>>

/** All keys of the company by name; `limits.apiKeys` bounds their number. */
export const listApiKeys = async (scope: Scope): Promise<ApiKey[]> =>
  (await keyRows(scope).orderBy('api_keys.name').orderBy('api_keys.id').execute()).map(toApiKey)

/** @throws ERR_NO_API_KEY_FOUND also for a key of another company */
export async function getApiKey(scope: Scope, id: number): Promise<ApiKey> {
  const row = await keyRows(scope).where('api_keys.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_API_KEY_FOUND')
  return toApiKey(row)
}

const toApiKey = ({ scopes, addresses, userId, userName, profile, timeZone, ...row }: KeyRow): ApiKey => ({
  ...row,
  scopes: parseJson(scopes),
  addresses: parseJson(addresses),
  confirms: row.confirms === 1,
  ended: (row.expiresOn !== null && isPastDueDay(row.expiresOn, timeZone)) || !roleHas(profile, 'apiKey:edit'),
  user: { id: userId, name: userName },
})
