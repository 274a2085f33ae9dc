import { sql } from 'kysely'
import { hot, type TenantDb } from '../storage/tenant'
import { deleteGroup, type Group } from './groups'

const holdReady = hot<Group & { event: string }>()((db, p) =>
  db
    .update('jobs')
    .set({ state: 'waiting', waitsFor: p('event') })
    .where('state', '=', sql.lit('ready'))
    .where('name', '=', p('name'))
    .where('groupKey', '=', p('groupKey')),
)

/**
 * Makes the ready jobs of a group wait for an event, in one statement; `release` of the event makes them due. A running
 * job and one that becomes ready later are not held. Call within a transaction.
 */
export async function holdGroup(db: TenantDb, group: Group, event: string) {
  await db.run(holdReady, { ...group, event })
  await db.run(deleteGroup, group)
}
