import type { Viewer } from '../../../core/scope'
import type { TenantDb } from '../../../core/storage/tenant'
import { limits } from '../../../shared/limits'
import { newSupportAddress, supportAddressesOf } from '../../accounts/users/support-addresses'

/**
 * Returns the super user's support user in this company, inserted at the first session. Only a user marked as a support
 * user counts; earlier versions let people take the address.
 */
export async function supportUserOf(db: TenantDb, viewer: Viewer, passwordHash: string): Promise<number> {
  const name = `${viewer.name.slice(0, limits.name.max - 10)} (suporte)`
  const existing = await db
    .select('users')
    .select('id')
    .where('support', '=', 1)
    .where('email', 'like', supportAddressesOf(viewer.userId))
    .executeTakeFirst()
  if (existing) {
    await db.update('users').set({ name }).where('id', '=', existing.id).execute()
    return existing.id
  }
  const rights = { profile: 'admin', support: 1, whatsappId: null, language: null } as const
  const email = newSupportAddress(viewer.userId, db.companyId)
  const row = { name, email, passwordHash, ...rights }
  return (await db.insert('users', row).returning('id').executeTakeFirstOrThrow()).id
}
