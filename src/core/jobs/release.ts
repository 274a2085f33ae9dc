import { sql } from 'kysely'
import type { Handle, Store } from '../storage/db'
import { prepare } from '../storage/prepared'
import type { CompanyId } from '../storage/schema'
import { TenantDb } from '../storage/tenant'
import { becomeReady, releasePlace } from './groups'
import { promoteNext } from './lanes'

/** Number of rows released per transaction. */
const batchSize = 200

const waitingFor = prepare<{ event: string; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['id', 'companyId', 'name', 'groupKey', 'runAt', 'state'])
    .where('waitsFor', '=', p('event'))
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('limit')),
)
const endWaiting = prepare<{ id: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({
      waitsFor: null,
      state: eb
        .case()
        .when('state', '=', sql.lit('waiting'))
        .then(sql.lit('ready'))
        .else(eb.ref('state'))
        .end() as never,
    }))
    .where('id', '=', p('id')),
)
const nextEvent = prepare<{ event: string }>()((db, p) =>
  db.selectFrom('jobs').select('waitsFor').where('waitsFor', '>', p('event')).orderBy('waitsFor').limit(1),
)
const runningElsewhere = prepare<{ node: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['id', 'companyId', 'name', 'groupKey', 'lane', 'superseded'])
    .where('state', '=', sql.lit('running'))
    .where('node', 'is not', p('node')),
)
const endRun = prepare<{ id: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({
      state: 'ready',
      lockedAt: null,
      node: null,
      attempts: eb('attempts', '-', 1),
      interrupted: eb('interrupted', '+', 1),
    }))
    .where('id', '=', p('id')),
)

const deleteById = prepare<{ id: number }>()((db, p) => db.deleteFrom('jobs').where('id', '=', p('id')))

/** Makes the jobs that wait for the event due, oldest first, in steps. Calls `onStep` after each stored step. */
export async function releaseWaiting(store: Store, event: string, onStep: () => void) {
  for (let after: number | undefined = 0; after !== undefined; onStep())
    after = await store.write((tx) => releaseStep(store, tx, event, after as number))
}

/** Releases one step. Returns its last id, or undefined when no job is left. */
async function releaseStep(store: Store, tx: Handle, event: string, after: number): Promise<number | undefined> {
  const now = new Date().toISOString()
  const rows = await waitingFor.all(tx, { event, after, limit: batchSize })
  for (const { id, companyId, state, ...job } of rows) {
    await endWaiting.all(tx, { id })
    if (state === 'waiting') await becomeReady(TenantDb.of(store, companyId as CompanyId, tx), job, now)
  }
  return rows.length === batchSize ? rows.at(-1)?.id : undefined
}

/** True when a job waits for the event. */
export const isAwaited = async (handle: Handle, event: string): Promise<boolean> =>
  (await waitingFor.first(handle, { event, after: 0, limit: 1 })) !== undefined

/** Events that jobs wait for, in ascending order; one query per event. */
export async function awaitedEvents(handle: Handle): Promise<string[]> {
  const events: string[] = []
  for (let event = ''; ; events.push(event)) {
    const row = await nextEvent.first(handle, { event })
    if (!row?.waitsFor) return events
    event = row.waitsFor
  }
}

/**
 * Releases the running jobs of other nodes and counts them as interrupted. With SQLite one process serves a directory
 * (core/storage/lock.ts), so every other node has ended. With an engine that several processes share, only a node whose
 * lease has expired has ended.
 */
export function releaseInterrupted(store: Store, node: string): Promise<void> {
  return store.write(async (tx) => {
    const now = new Date().toISOString()
    for (const { id, companyId, lane, superseded, ...group } of await runningElsewhere.all(tx, { node })) {
      const db = TenantDb.of(store, companyId as CompanyId, tx)
      await (superseded === 1 ? deleteById : endRun).all(tx, { id })
      if (superseded === 1 && lane !== null) await promoteNext(db, lane, now)
      await releasePlace(db, group, now)
    }
  })
}
