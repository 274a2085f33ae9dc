import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { addDays, dayIn, momentIn } from '../../core/time'
import { AppError } from '../../shared/errors'
import { recordAuditEntry } from '../audit/record'
import { timeZoneOf } from '../company/time-zone'
import { enqueueLane } from '../lane-jobs/enqueue'

/** Time of day at which a pause ends. */
const endOfPause = '09:00'

const laneOf = hot<{ id: number }>()((db, p) =>
  db
    .select('connections')
    .leftJoin('cold_lanes', 'cold_lanes.whatsappId', 'connections.id')
    .select(['connections.name', 'cold_lanes.pausedUntil'])
    .where('connections.id', '=', p('id')),
)
/** As `storeLane` of cold-lanes, which asks number-health before each message and so cannot be imported here. */
const setPause = hot<{ id: number; until: string | null }>()((db, p) =>
  db
    .insert('cold_lanes', {
      whatsappId: p('id'),
      pausedUntil: p('until'),
      nextSendAt: null,
      backOffUntil: null,
      numberSince: null,
    })
    .onConflict((existing) => existing.column('whatsappId').doUpdateSet({ pausedUntil: p('until') })),
)

/** 09:00 in the company's time zone, `days` days after today; UTC ISO. */
export async function pauseEnd(scope: Scope, days: number, now: number): Promise<string> {
  const zone = await timeZoneOf(scope)
  return momentIn(zone, `${addDays(dayIn(zone, new Date(now)), days)}T${endOfPause}`)
}

/** End of the pause of a connection's campaigns; null without one. @throws ERR_NO_WAPP_FOUND */
export async function findPause(scope: Scope, id: number, now: number): Promise<string | null> {
  const { pausedUntil } = await getLane(scope, id)
  return pausedUntil !== null && Date.parse(pausedUntil) > now ? pausedUntil : null
}

/** Pauses the campaigns of a connection, or ends the pause with 0 days. @throws ERR_NO_WAPP_FOUND */
export function pauseCampaigns(outer: Scope, id: number, days: number, now = Date.now()) {
  return outer.transaction(async (scope) => {
    const { name, pausedUntil: before } = await getLane(scope, id)
    const pausedUntil = days === 0 ? null : await pauseEnd(scope, days, now)
    await scope.db.run(setPause, { id, until: pausedUntil })
    await enqueueLane(scope, id)
    await recordAuditEntry(scope, {
      action: 'update',
      entity: 'connection',
      entityId: id,
      name,
      before: { pausedUntil: before },
      after: { pausedUntil },
    })
    scope.publish('connectionHealth', { action: 'limits', whatsappId: id })
    return { pausedUntil }
  })
}

async function getLane(scope: Scope, id: number) {
  const row = await scope.db.first(laneOf, { id })
  if (!row) throw new AppError('ERR_NO_WAPP_FOUND')
  return row
}
