import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { LaneState } from '../../../shared/campaign/pace'

const laneOf = hot<{ whatsappId: number }>()((db, p) =>
  db
    .select('connections')
    .leftJoin('cold_lanes', 'cold_lanes.whatsappId', 'connections.id')
    .select(['connections.name', 'connections.createdAt', 'nextSendAt', 'sentInRow', 'failedInRow'])
    .select(['backOffUntil', 'pausedUntil', 'numberSince', 'linkedAt', 'cold_lanes.number'])
    .where('connections.id', '=', p('whatsappId')),
)

/** Lane of a number with its name; undefined for a connection that is gone. */
export async function readLane(scope: Scope, whatsappId: number) {
  const row = await scope.db.first(laneOf, { whatsappId })
  if (!row) return undefined
  const { name, createdAt, numberSince, linkedAt, number, sentInRow, failedInRow, ...times } = row
  const lane: LaneState = {
    ...times,
    sentInRow: sentInRow ?? 0,
    failedInRow: failedInRow ?? 0,
    since: numberSince ?? linkedAt ?? createdAt,
  }
  return { name, numberSince, linkedAt, number, lane }
}

type LaneColumns = Omit<LaneState, 'since'> & Record<'numberSince' | 'linkedAt' | 'number', string | null>

const upsertLane = hot<LaneColumns & { whatsappId: number }>()((db, p) => {
  const columns = {
    ...{ nextSendAt: p('nextSendAt'), sentInRow: p('sentInRow'), failedInRow: p('failedInRow') },
    ...{ backOffUntil: p('backOffUntil'), pausedUntil: p('pausedUntil'), numberSince: p('numberSince') },
    ...{ linkedAt: p('linkedAt'), number: p('number') },
  }
  return db
    .insert('cold_lanes', { whatsappId: p('whatsappId'), ...columns })
    .onConflict((existing) => existing.column('whatsappId').doUpdateSet(columns))
})

/** Stores a change of a lane; a connection that is gone has none. Call within a transaction. */
export async function storeLane(scope: Scope, whatsappId: number, change: Partial<LaneColumns>) {
  const found = await readLane(scope, whatsappId)
  if (!found) return
  const { name: _, lane, ...ofNumber } = found
  const { since: __, ...stored } = lane
  await scope.db.run(upsertLane, { whatsappId, ...stored, ...ofNumber, ...change })
}

/**
 * Stores which number a connection has after it was linked: another one is young, whatever was declared about the one
 * before. `isFirst`: the connection was never open before. Call within a transaction.
 */
export async function storeLaneNumber(scope: Scope, whatsappId: number, number: string, isFirst: boolean) {
  const known = (await readLane(scope, whatsappId))?.number ?? null
  if (known === number) return
  const now = new Date().toISOString()
  if (known !== null) await storeLane(scope, whatsappId, { number, linkedAt: now, numberSince: null })
  else await storeLane(scope, whatsappId, { number, linkedAt: isFirst ? now : null })
}
