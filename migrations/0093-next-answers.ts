import { type Kysely, type RawBuilder, sql } from 'kysely'

interface Types {
  text: RawBuilder<unknown>
  integer: RawBuilder<unknown>
}

/**
 * A target for each next answer beside those for the first answer and the close (docs/adr/0136), and one sortable due
 * time of a ticket. Queues have no such target until one is set.
 */
export async function up(db: Kysely<unknown>) {
  await addColumns(db, { text: sql`text`, integer: sql`integer` })
  await replaceIndexes(db, {
    work: 'companyId, id, distribution, answerMinutes, resolutionMinutes, nextAnswerMinutes, agentLimit',
    all: 'companyId, status, dueAt, waitingSince, id',
    ofUser: 'companyId, userId, status, dueAt, waitingSince, id',
    ofQueue: 'companyId, status, queueId, dueAt, waitingSince, id',
  })
}

/** The same schema in PostgreSQL, where texts compare by their bytes and an index names the place of null. */
export async function upOnPostgres(db: Kysely<unknown>) {
  await addColumns(db, { text: sql`text collate "C"`, integer: sql`bigint` })
  await replaceIndexes(db, {
    work: '"companyId", id, distribution, "answerMinutes", "resolutionMinutes", "nextAnswerMinutes", "agentLimit"',
    all: '"companyId", status, "dueAt", "waitingSince", id',
    ofUser: '"companyId", "userId" nulls first, status, "dueAt", "waitingSince", id',
    ofQueue: '"companyId", status, "queueId" nulls first, "dueAt", "waitingSince", id',
  })
}

async function addColumns(db: Kysely<unknown>, { text, integer }: Types) {
  const { schema } = db
  await schema
    .alterTable('queues')
    .addColumn('nextAnswerMinutes', integer as never, (c) => c.notNull().defaultTo(0))
    .execute()
  for (const name of ['nextAnswerFrom', 'nextAnswerDueAt'])
    await schema
      .alterTable('attendances')
      .addColumn(name, text as never)
      .execute()
  await schema
    .alterTable('attendances')
    .addColumn('nextAnswerStage', text as never, (c) => c.notNull().defaultTo('due'))
    .execute()
  for (const name of ['nextAnswersInTime', 'nextAnswersLate'])
    await schema
      .alterTable('attendances')
      .addColumn(name, integer as never, (c) => c.notNull().defaultTo(0))
      .execute()
  // The last moment, for a ticket without a target, sorts last.
  await schema
    .alterTable('tickets')
    .addColumn('dueAt', text as never, (c) => c.notNull().defaultTo('9999-12-31T23:59:59.999Z'))
    .execute()
  await sql`update tickets set "dueAt" = "targetDueAt" where "targetDueAt" is not null`.execute(db)
}

/** The index that each change of a ticket reads, and one per list in the order of due times, then of waits. */
async function replaceIndexes(db: Kysely<unknown>, columns: Record<'work' | 'all' | 'ofUser' | 'ofQueue', string>) {
  const run = (text: string) => sql.raw(text).execute(db)
  const live = `where status <> 'closed'`
  await run('drop index queues_work')
  await run(`create index queues_work on queues (${columns.work})`)
  await run(`create index tickets_due on tickets (${columns.all}) ${live}`)
  await run(`create index tickets_due_user on tickets (${columns.ofUser}) ${live}`)
  await run(`create index tickets_due_queue on tickets (${columns.ofQueue}) ${live}`)
}
