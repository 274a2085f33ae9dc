import type { Selectable } from 'kysely'
import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId, Database } from '../../../core/storage/schema'
import type { TenantDb } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import type { Passkey } from './model'

export type PasskeyRow = Selectable<Database['passkeys']>

/** Rows of a user's passkeys, oldest first. */
export const passkeysOf = (db: TenantDb, userId: number): Promise<PasskeyRow[]> =>
  db.select('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute()

/** True for a person with at least one passkey. */
export const hasPasskey = async (platform: Platform, { id, companyId }: { id: number; companyId: CompanyId }) =>
  (await passkeysOf(platform.tenant(companyId), id)).length > 0

/** Returns the acting user's passkeys, oldest first. */
export const listPasskeys = async (scope: Scope): Promise<Passkey[]> =>
  (await passkeysOf(scope.db, scope.viewer.userId)).map(toPasskey)

/** Returns a passkey of the acting user. @throws ERR_NO_PASSKEY_FOUND, also for another user's */
export async function getPasskey(scope: Scope, id: number): Promise<Passkey> {
  const row = (await passkeysOf(scope.db, scope.viewer.userId)).find((row) => row.id === id)
  if (!row) throw new AppError('ERR_NO_PASSKEY_FOUND')
  return toPasskey(row)
}

const toPasskey = ({ id, name, synced, rpId, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  ...{ id, name, rpId, createdAt, lastUsedAt },
  synced: synced === 1,
})

/** A passkey in the options for a browser. */
export const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  type: 'public-key' as const,
  id: credentialId,
  transports: parseJson(transports) as string[],
})

/** The typed name without spaces around it. @throws ERR_VALIDATION when nothing is left */
export function validName(typed: string): string {
  const name = typed.trim()
  if (name === '') throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  return name
}
