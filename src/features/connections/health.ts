import type { Platform, Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { ConnectionReason, ConnectionStatus } from '../../shared/enums'
import type { AccountLimits, ConnectionRef } from '../../whatsapp/contract'
import type { ConnectionHealth } from './model'

const day = 24 * 3_600_000
/** A number that is down for less is on its way back by itself. */
export const outageGrace = 2 * 60_000

/** How every number of the company fares. */
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
      .select(['whatsappId', 'startedAt', 'endedAt', 'reason', 'told'])
      .where(({ or, eb }) => or([eb('endedAt', 'is', null), eb('startedAt', '>=', since)]))
      .execute(),
    failuresSince(scope, since),
  ])
  return rows.map(({ id, limits, ...row }) => {
    const mine = outages.filter(({ whatsappId }) => whatsappId === id)
    const running = mine.find(({ endedAt }) => endedAt === null)
    return {
      whatsappId: id,
      ...row,
      failures: failures.get(id) ?? 0,
      reconnects: mine.filter(({ endedAt }) => endedAt !== null).length,
      outage: running ? { since: running.startedAt, reason: running.reason, told: running.told === 1 } : null,
      limits: JSON.parse(limits ?? '{}'),
    }
  })
}

/** Messages that could not be delivered, by connection. */
async function failuresSince(scope: Scope, since: string): Promise<Map<number, number>> {
  const rows = await scope.db
    .select('messages')
    .select(['whatsappId', ({ fn }) => fn.countAll<number>().as('count')])
    .where(({ eb, lit }) => eb('ack', '=', lit(-1))) // a literal, as the index has it
    .where('createdAt', '>=', since)
    .where('whatsappId', 'is not', null)
    .groupBy('whatsappId')
    .execute()
  return new Map(rows.map(({ whatsappId, count }) => [whatsappId as number, count]))
}

const setStateAt = hot<{ id: number; now: string }>()((db, p) =>
  db
    .insert('connection_health', { whatsappId: p('id'), stateAt: p('now') })
    .onConflict((known) => known.column('whatsappId').doUpdateSet({ stateAt: p('now') })),
)
const endOutage = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('connection_outages')
    .set({ endedAt: p('now') })
    .where('whatsappId', '=', p('id'))
    .where('endedAt', 'is', null)
    .returning(['startedAt', 'told']),
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

/** One change of a number's state, within the transaction that stores it. */
export interface StateChange {
  id: number
  name: string
  was: ConnectionStatus
  status: ConnectionStatus
  reason: ConnectionReason | null
  now: string
}

/** An outage begins when a number stops being connected, unless a person stopped it; it ends when it is back. */
export async function recordStateChange(scope: Scope, { id, name, was, status, reason, now }: StateChange) {
  if (was !== status) await scope.db.run(setStateAt, { id, now })
  if (status === 'CONNECTED' || reason === 'stoppedByUser') {
    const ended = await scope.db.first(endOutage, { id, now })
    if (ended?.told === 1 && status === 'CONNECTED')
      scope.publish('connectionHealth', { action: 'up', whatsappId: id, name, since: ended.startedAt })
  } else if (was === 'CONNECTED') await scope.db.run(startOutage, { id, now, reason })
  else await scope.db.run(setOutageReason, { id, reason })
}

/** Every few seconds: tells the admins of numbers that have been down for two minutes, each once. */
export async function announceOutages(platform: Platform, now = Date.now()) {
  const due = await platform.db
    .selectFrom('connection_outages')
    .select(['id', 'companyId'])
    .where('endedAt', 'is', null)
    .where('told', '=', 0)
    .where('startedAt', '<=', new Date(now - outageGrace).toISOString())
    .execute()
  for (const { id, companyId } of due) await announceOutage(platform.scope(companyId, { system: 'health' }), id)
}

const announceOutage = (outer: Scope, id: number) =>
  outer.transaction(async (scope) => {
    const told = await scope.db
      .update('connection_outages')
      .set({ told: 1 })
      .where('id', '=', id)
      .where('endedAt', 'is', null) // it may be back since
      .where('told', '=', 0)
      .returning(['whatsappId', 'startedAt'])
      .executeTakeFirst()
    if (!told) return
    const { name } = await scope.db
      .select('connections')
      .select('name')
      .where('id', '=', told.whatsappId)
      .executeTakeFirstOrThrow()
    const { whatsappId, startedAt: since } = told
    scope.publish('connectionHealth', { action: 'down', whatsappId, name, since })
  })

/** What WhatsApp holds back from the number; what it said before of the other limit stays. */
export async function storeLimits(outer: Scope, { whatsappId }: ConnectionRef, told: AccountLimits) {
  await outer.transaction(async (scope) => {
    const row = await scope.db
      .select('connection_health')
      .select('limits')
      .where('whatsappId', '=', whatsappId)
      .executeTakeFirst()
    const limits = JSON.stringify({ ...JSON.parse(row?.limits ?? '{}'), ...told })
    if (limits === row?.limits) return
    await scope.db
      .insert('connection_health', { whatsappId, limits })
      .onConflict((known) => known.column('whatsappId').doUpdateSet({ limits }))
      .execute()
    scope.publish('connectionHealth', { action: 'limits', whatsappId })
  })
}
