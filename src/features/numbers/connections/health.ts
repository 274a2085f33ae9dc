import { log } from '../../../core/log'
import type { Platform, Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { ConnectionReason, ConnectionStatus } from '../../../shared/enums'
import { parseJson } from '../../../shared/json'
import type { AccountLimits, ConnectionRef } from '../../../whatsapp/contract'
import { alertOfLimits, recordAlert } from '../health/alerts'
import { storeLimitPoint } from '../health/points'
import type { ConnectionHealth } from './model'

const day = 24 * 3_600_000
/** Milliseconds an outage lasts before the admins are notified; shorter ones usually end by themselves. */
const outageGrace = 2 * 60_000

/** Health of every connection of the company, by id: times, failures and outages of the last 24 hours, limits. */
export async function listHealth(scope: Scope, now = Date.now()): Promise<ConnectionHealth[]> {
  const since = new Date(now - day).toISOString()
  const [rows, outages, failures] = await Promise.all([
    scope.db
      .select('connections')
      .leftJoin('connection_health', 'connection_health.whatsappId', 'connections.id')
      .select(['connections.id', 'stateAt', 'lastInAt', 'lastOutAt', 'limits'])
      .orderBy('connections.id')
      .execute(),
    scope.db
      .select('connection_outages')
      .select(['whatsappId', 'startedAt', 'endedAt', 'reason', 'announced'])
      .where(({ or, eb }) => or([eb('endedAt', 'is', null), eb('startedAt', '>=', since)]))
      .execute(),
    failuresSince(scope, since),
  ])
  return rows.map(({ id, limits, ...row }) => {
    const ofConnection = outages.filter(({ whatsappId }) => whatsappId === id)
    const running = ofConnection.find(({ endedAt }) => endedAt === null)
    return {
      whatsappId: id,
      ...row,
      failures: failures.get(id) ?? 0,
      reconnects: ofConnection.filter(({ endedAt }) => endedAt !== null).length,
      outage: running ? { since: running.startedAt, reason: running.reason, announced: running.announced === 1 } : null,
      limits: parseJson(limits ?? '{}'),
    }
  })
}

/** Number of undeliverable messages created since the given time, by connection. */
async function failuresSince(scope: Scope, since: string): Promise<Map<number, number>> {
  const rows = await scope.db
    .select('messages')
    .select(['whatsappId', ({ fn }) => fn.countAll<number>().as('count')])
    .where(({ eb, lit }) => eb('ack', '=', lit(-1))) // a literal, so that SQLite uses the partial index
    .where('createdAt', '>=', since)
    .where('whatsappId', 'is not', null)
    .groupBy('whatsappId')
    .execute()
  return new Map(rows.map(({ whatsappId, count }) => [whatsappId as number, count]))
}

const setStateAt = hot<{ id: number; now: string }>()((db, p) =>
  db
    .insert('connection_health', { whatsappId: p('id'), stateAt: p('now') })
    .onConflict((existing) => existing.column('whatsappId').doUpdateSet({ stateAt: p('now') })),
)
const endOutage = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('connection_outages')
    .set({ endedAt: p('now') })
    .where('whatsappId', '=', p('id'))
    .where('endedAt', 'is', null)
    .returning(['startedAt', 'announced']),
)
const startOutage = hot<{ id: number; now: string; reason: ConnectionReason | null }>()((db, p) =>
  db
    .insert('connection_outages', { whatsappId: p('id'), startedAt: p('now'), reason: p('reason') })
    .onConflict((running) => running.doNothing()),
)
const setOutageReason = hot<{ id: number; reason: ConnectionReason | null }>()((db, p) =>
  db
    .update('connection_outages')
    .set({ reason: p('reason') })
    .where('whatsappId', '=', p('id'))
    .where('endedAt', 'is', null),
)

/** A change of a connection's state. */
interface StateChange {
  id: number
  name: string
  /** The status before. */
  was: ConnectionStatus
  status: ConnectionStatus
  reason: ConnectionReason | null
  now: string
}

/**
 * Records a change of state; call it in the transaction that stores the state. An outage starts when a connection is
 * lost, unless a person stopped it, and ends when it is connected again or stopped.
 */
export async function recordStateChange(scope: Scope, { id, name, was, status, reason, now }: StateChange) {
  if (was !== status) await scope.db.run(setStateAt, { id, now })
  if (status === 'CONNECTED' || reason === 'stoppedByUser') {
    const ended = await scope.db.first(endOutage, { id, now })
    if (ended?.announced === 1 && status === 'CONNECTED') {
      const since = ended.startedAt
      await recordAlert(scope, { whatsappId: id, kind: 'up', event: since, since, until: null }, Date.parse(now))
      scope.publish('connectionHealth', { action: 'up', whatsappId: id, name, since })
    }
  } else if (was === 'CONNECTED') await scope.db.run(startOutage, { id, now, reason })
  else await scope.db.run(setOutageReason, { id, reason })
}

/** Scheduled task: notifies admins once of each outage that has lasted two minutes. */
export async function announceOutages(platform: Platform, now = Date.now()) {
  const dueOutages = await platform.db
    .selectFrom('connection_outages')
    .select(['id', 'companyId'])
    .where('endedAt', 'is', null)
    .where('announced', '=', 0)
    .where('startedAt', '<=', new Date(now - outageGrace).toISOString())
    .execute()
  for (const { id, companyId } of dueOutages)
    await announceOutage(platform.scope(companyId, { system: 'health' }), id, now).catch((err) =>
      log.error({ err, companyId, outageId: id }, 'an outage was not announced'),
    )
}

const announceOutage = (outer: Scope, id: number, now: number) =>
  outer.transaction(async (scope) => {
    const outage = await scope.db
      .update('connection_outages')
      .set({ announced: 1 })
      .where('id', '=', id)
      .where('endedAt', 'is', null) // the outage may have ended meanwhile
      .where('announced', '=', 0)
      .returning(['whatsappId', 'startedAt'])
      .executeTakeFirst()
    if (!outage) return
    const { name } = await scope.db
      .select('connections')
      .select('name')
      .where('id', '=', outage.whatsappId)
      .executeTakeFirstOrThrow()
    const { whatsappId, startedAt: since } = outage
    await recordAlert(scope, { whatsappId, kind: 'down', event: since, since, until: null }, now)
    scope.publish('connectionHealth', { action: 'down', whatsappId, name, since })
  })

/** Stores limits that WhatsApp reported for a connection; limits of the other kind stay as they were. */
export async function storeLimits(
  outer: Scope,
  { whatsappId }: ConnectionRef,
  reported: AccountLimits,
  now = Date.now(),
) {
  await outer.transaction(async (scope) => {
    const row = await scope.db
      .select('connections')
      .leftJoin('connection_health', 'connection_health.whatsappId', 'connections.id')
      .select(['connections.name', 'limits'])
      .where('connections.id', '=', whatsappId)
      .executeTakeFirst()
    if (!row) return // deleted meanwhile
    const before: AccountLimits = parseJson(row.limits ?? '{}')
    const current: AccountLimits = { ...before, ...reported }
    const limits = JSON.stringify(current)
    if (limits === row.limits) return
    await alertOfLimits(scope, { id: whatsappId, name: row.name }, [before, current], now)
    await storeLimitPoint(scope, whatsappId, current, now)
    await scope.db
      .insert('connection_health', { whatsappId, limits })
      .onConflict((existing) => existing.column('whatsappId').doUpdateSet({ limits }))
      .execute()
    scope.publish('connectionHealth', { action: 'limits', whatsappId })
  })
}
