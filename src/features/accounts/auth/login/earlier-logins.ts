import type { TenantDb } from '../../../../core/storage/tenant'
import { type DeviceKind, deviceKindOf } from '../../../../shared/device-kind'
import { ownCompanyRow } from '../../../platform/company/own-row'
import { isEnabled } from '../../../platform/settings/service'

/**
 * Ends the user's logins that a new one replaces, with their push subscriptions; returns their ids, and whether others
 * remain. Call in the transaction that inserts the new login, before it.
 */
export async function endEarlierLogins(db: TenantDb, userId: number, userAgent: string, at: Date) {
  const live = await db
    .select('tokens')
    .select(['id', 'userAgent'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at.toISOString())
    .orderBy('rotatedAt', 'desc')
    .execute()
  const keptIds = loginsToKeep(deviceKindOf(userAgent), live, await allowedDevices(db))
  const ended = live.map(({ id }) => id).filter((id) => !keptIds.has(id))
  if (ended.length > 0) {
    const revoked = { revokedAt: at.toISOString(), revokedFor: 'elsewhere' }
    await db.update('tokens').set(revoked).where('id', 'in', ended).execute()
    await db.delete('push_subscriptions').where('tokenId', 'in', ended).execute()
  }
  return { ended, othersRemain: keptIds.size > 0 }
}

/** Devices on which a user may be logged in at the same time: one, unless the company allows what its plan has. */
async function allowedDevices(db: TenantDb): Promise<number> {
  if (!(await isEnabled(db, 'severalDevices'))) return 1
  const plan = await ownCompanyRow(db)
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select('plans.devices')
    .executeTakeFirst()
  return plan?.devices ?? 1
}

/**
 * Ids of the logins that stay beside a new one: of one computer, and of the phones used last, together at most
 * `allowed` with the new one. A shared account at two desks is not allowed, because plans count users.
 */
export function loginsToKeep(
  kind: DeviceKind,
  live: readonly { id: number; userAgent: string }[],
  allowed: number,
): Set<number> {
  if (allowed <= 1) return new Set()
  const places: Record<DeviceKind, number> = { computer: 1, phone: allowed - 1 }
  places[kind]--
  return new Set(live.filter(({ userAgent }) => places[deviceKindOf(userAgent)]-- > 0).map(({ id }) => id))
}
