import type { Scope } from '../../../core/scope'
import { recordAuditEntry } from '../../platform/audit/record'
import { deleteUnusedRecoveryCodes, publishUserFactors } from '../users/second-factor/second-factor'
import type { Passkey } from './model'
import { getPasskey, validName } from './read'

/** Renames a passkey of the acting user. @throws ERR_NO_PASSKEY_FOUND, ERR_VALIDATION */
export function renamePasskey(outer: Scope, id: number, typed: string): Promise<Passkey> {
  const name = validName(typed)
  return outer.transaction(async (scope) => {
    const before = await getPasskey(scope, id)
    await scope.db.update('passkeys').set({ name }).where('id', '=', id).execute()
    const sides = { before: { name: before.name }, after: { name } }
    await recordAuditEntry(scope, { action: 'update', entity: 'passkey', entityId: id, name, ...sides })
    return getPasskey(scope, id)
  })
}

/** Deletes a passkey of the acting user, and the recovery codes with the last second factor. @throws ERR_NO_PASSKEY_FOUND */
export function removePasskey(outer: Scope, id: number): Promise<void> {
  return outer.transaction(async (scope) => {
    const { name } = await getPasskey(scope, id)
    await scope.db.delete('passkeys').where('id', '=', id).execute()
    await recordAuditEntry(scope, { action: 'delete', entity: 'passkey', entityId: id, name })
    await deleteUnusedRecoveryCodes(scope, scope.viewer.userId)
    await publishUserFactors(scope, scope.viewer.userId)
  })
}
