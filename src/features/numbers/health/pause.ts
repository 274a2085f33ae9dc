import type { Scope } from '../../../core/scope'
import { addDays, dayIn, momentIn } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import { timeZoneOf } from '../../platform/company/time-zone'
import { enqueueLane } from '../pace/enqueue'
import { readLane, storeLane } from '../pace/rows'

/** Time of day at which a pause ends. */
const endOfPause = '09:00'

/** 09:00 in the company's time zone, `days` days after today; UTC ISO. */
export async function pauseEnd(scope: Scope, days: number, now: number): Promise<string> {
  const zone = await timeZoneOf(scope)
  return momentIn(zone, `${addDays(dayIn(zone, new Date(now)), days)}T${endOfPause}`)
}

/** End of the pause of a connection's campaigns; null without one. @throws ERR_NO_WAPP_FOUND */
export async function findPause(scope: Scope, id: number, now: number): Promise<string | null> {
  const { pausedUntil } = (await getLane(scope, id)).lane
  return pausedUntil !== null && Date.parse(pausedUntil) > now ? pausedUntil : null
}

/** Pauses the campaigns of a connection, or ends the pause with 0 days. @throws ERR_NO_WAPP_FOUND */
export function pauseCampaigns(outer: Scope, id: number, days: number, now = Date.now()) {
  return outer.transaction(async (scope) => {
    const { name, lane } = await getLane(scope, id)
    const pausedUntil = days === 0 ? null : await pauseEnd(scope, days, now)
    await storeLane(scope, id, { pausedUntil })
    await enqueueLane(scope, id)
    await recordAuditEntry(scope, {
      action: 'update',
      entity: 'connection',
      entityId: id,
      name,
      before: { pausedUntil: lane.pausedUntil },
      after: { pausedUntil },
    })
    scope.publish('connectionHealth', { action: 'limits', whatsappId: id })
    return { pausedUntil }
  })
}

async function getLane(scope: Scope, id: number) {
  const found = await readLane(scope, id)
  if (!found) throw new AppError('ERR_NO_WAPP_FOUND')
  return found
}
