import type { Platform, Scope } from '../../../core/scope'
import { randomToken } from '../../../core/secrets'
import { prepare } from '../../../core/storage/prepared'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import { licenceColumns } from '../../platform/company/licence'
import { sendLimitColumns } from '../../platform/settings/send-limit'

/**
 * Read for every message of the API, in one query with what decides whether the token may be used now. Not
 * tenant-scoped, because the token identifies the company.
 */
const byHash = prepare<{ hash: string }>()((db, p) =>
  db
    .selectFrom('connections')
    .innerJoin('companies', 'companies.id', 'connections.companyId')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['connections.companyId', 'connections.id as whatsappId', 'connections.status'])
    .select(['companies.status as companyStatus', 'plans.useExternalApi', 'plans.useIntegrations'])
    .select(licenceColumns)
    .select(sendLimitColumns)
    .where('tokenHash', '=', p('hash')),
)
type TokenRow = NonNullable<Awaited<ReturnType<typeof byHash.first>>>

/** The connection of a messages API token, with the state of connection, company and plan. */
export async function findByToken(platform: Platform, token: string): Promise<TokenRow | undefined> {
  return token ? platform.first(byHash, { hash: platform.ports.secrets.hash(token) }) : undefined
}

/** The current token, created on first use. The access is logged in the audit log. @throws ERR_NO_WAPP_FOUND */
export function revealToken(outer: Scope, id: number): Promise<{ token: string }> {
  return outer.transaction(async (scope) => {
    const { name, tokenSealed } = await tokenRow(scope, id)
    const token = tokenSealed
      ? (await scope.sealer()).open(tokenSealed, sealContext(id)).toString()
      : await replaceToken(scope, id)
    await recordAuditEntry(scope, { action: 'reveal', entity: 'connectionToken', entityId: id, name })
    return { token }
  })
}

/** Replaces the token; the old one stops working. @throws ERR_NO_WAPP_FOUND */
export function rotateToken(outer: Scope, id: number): Promise<{ token: string }> {
  return outer.transaction(async (scope) => {
    const { name } = await tokenRow(scope, id)
    const token = await replaceToken(scope, id)
    await recordAuditEntry(scope, { action: 'rotate', entity: 'connectionToken', entityId: id, name })
    return { token }
  })
}

const sealContext = (id: number) => `connections.tokenSealed:${id}`

async function tokenRow(scope: Scope, id: number) {
  const row = await scope.db
    .select('connections')
    .select(['name', 'tokenSealed'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_WAPP_FOUND')
  return row
}

async function replaceToken(scope: Scope, id: number): Promise<string> {
  const token = randomToken()
  const tokenSealed = (await scope.sealer()).seal(token, sealContext(id))
  const values = { tokenHash: scope.ports.secrets.hash(token), tokenSealed }
  await scope.db.update('connections').set(values).where('id', '=', id).execute()
  return token
}
