import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import { endLogins } from './logins'
import type { SuperChange, User } from './model'
import { checkPassword } from './passwords/passwords'
import { getUser } from './read'
import { getEditableUser } from './service'

/**
 * Grants a colleague of the acting super user the administration of the installation, or removes it; an unchanged flag
 * changes nothing. Granting sets a new password of at least 12 characters, ends the user's logins, makes them an admin
 * and requires a second factor.
 * @throws ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_WEAK_PASSWORD with `min`, ERR_LAST_SUPER
 */
export async function changeSuper(outer: Scope, platform: Platform, id: number, input: SuperChange): Promise<User> {
  const { name, email } = await getEditableUser(outer, id)
  const password = input.password ?? ''
  if (input.super) await checkPassword(platform, password, { companyId: outer.companyId, name, email, super: true })
  const passwordHash = input.super ? await platform.ports.passwords.hash(password) : null
  return outer.transaction(async (scope) => {
    const was = await getUser(scope, id)
    if (was.super === input.super) return was
    if (passwordHash === null) await assertNotLastSuper(scope, id)
    await setSuper(scope, id, passwordHash)
    return publishSuperChange(scope, was, passwordHash !== null)
  })
}

/** Checks that the installation keeps a super user. @throws ERR_LAST_SUPER */
export async function assertNotLastSuper(scope: Scope, id: number) {
  const above = await scope.db.select('users').select('id').where('super', '=', 1).execute()
  if (above.length === 1 && above[0]?.id === id) throw new AppError('ERR_LAST_SUPER')
}

/** @param passwordHash of the new super user; null removes the flag and changes nothing else */
async function setSuper(scope: Scope, id: number, passwordHash: string | null) {
  const begins =
    passwordHash === null ? { super: 0 as const } : { super: 1 as const, profile: 'admin' as const, passwordHash }
  const values = { ...begins, updatedAt: new Date().toISOString() }
  await scope.db.update('users').set(values).where('id', '=', id).execute()
  if (passwordHash !== null) await endLogins(scope, id, 'password')
}

async function publishSuperChange(scope: Scope, was: User, isNew: boolean): Promise<User> {
  const user = await getUser(scope, was.id)
  const before = { super: was.super, profile: was.profile, ...(isNew && { password: 'old' }) }
  const after = { super: user.super, profile: user.profile, ...(isNew && { password: 'new' }) }
  await recordAuditEntry(scope, { action: 'update', entity: 'user', entityId: user.id, name: user.name, before, after })
  scope.publish('user', { action: 'update', user })
  scope.rightsChanged(user.id)
  return user
}
