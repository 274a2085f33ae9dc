import { type Kysely, sql } from 'kysely'

/**
 * Indexes of the lists of pending tickets with and without the robot (docs/adr/0134), by wait and by change: of all
 * tickets and of those of a queue. They cover pending tickets only, which are few.
 */
export const up = (db: Kysely<unknown>) =>
  createIndexes(db, {
    company: 'companyId',
    queue: 'queueId',
    wait: 'waitingSince, id',
    change: 'updatedAt desc, id desc',
  })

/** The same in PostgreSQL, where an index names the place of null. */
export const upOnPostgres = (db: Kysely<unknown>) =>
  createIndexes(db, {
    company: '"companyId"',
    queue: '"queueId" nulls first',
    wait: '"waitingSince", id',
    change: '"updatedAt" desc, id desc',
  })

async function createIndexes(
  db: Kysely<unknown>,
  { company, queue, wait, change }: Record<'company' | 'queue' | 'wait' | 'change', string>,
) {
  const create = (name: string, columns: string) =>
    sql.raw(`create index ${name} on tickets (${columns}) where status = 'pending'`).execute(db)
  await create('tickets_pending_wait', `${company}, chatbot, ${wait}`)
  await create('tickets_pending_wait_queue', `${company}, ${queue}, chatbot, ${wait}`)
  await create('tickets_pending_change', `${company}, chatbot, ${change}`)
  await create('tickets_pending_change_queue', `${company}, ${queue}, chatbot, ${change}`)
}
