import { type Kysely, sql } from 'kysely'

/**
 * Adds targets and distribution to queues, the state `away` to users, and the due times of targets to attendances and
 * tickets. The index of waiting tickets per queue gets the column `chatbot`, so that live figures read the index only.
 */
export async function up(db: Kysely<unknown>) {
  for (const name of ['answerMinutes', 'resolutionMinutes', 'agentLimit']) await addNumber(db, 'queues', name)
  await db.schema
    .alterTable('queues')
    .addColumn('distribution', 'text', (column) => column.notNull().defaultTo('off'))
    .execute()
  await addNumber(db, 'users', 'away')
  await addNumber(db, 'user_queues', 'turn')
  for (const name of ['clockFrom', 'answerDueAt', 'answerLateAt', 'resolutionDueAt', 'resolutionLateAt'])
    await db.schema.alterTable('attendances').addColumn(name, 'text').execute()
  for (const name of ['targetKind', 'targetDueAt'])
    await db.schema.alterTable('tickets').addColumn(name, 'text').execute()
  await sql`create index tickets_target on tickets (companyId, targetDueAt, queueId) where targetDueAt is not null`.execute(
    db,
  )
  await sql`drop index tickets_waiting_queue`.execute(db)
  await sql`create index tickets_waiting_queue on tickets (companyId, status, queueId, waitingSince, id, chatbot)
    where status <> 'closed'`.execute(db)
  await sql`create index queues_work on queues (companyId, id, distribution, answerMinutes, resolutionMinutes, agentLimit)`.execute(
    db,
  )
}

const addNumber = (db: Kysely<unknown>, table: string, name: string) =>
  db.schema
    .alterTable(table)
    .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
