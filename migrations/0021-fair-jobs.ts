import { type Kysely, sql } from 'kysely'
import { withCompany } from './columns'

/**
 * Adds to each job its state, its group, its key and the node that runs it, and creates `ready_groups`, the groups with
 * a job to claim (docs/adr/0028). Existing jobs keep their order, their lanes and the event they wait for.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table jobs add column state text not null default 'ready'
    check (state in ('ready', 'queued', 'waiting', 'running', 'failed'))`.execute(db)
  await sql`alter table jobs add column "groupKey" text not null default ''`.execute(db)
  await sql`alter table jobs add column "key" text`.execute(db)
  await sql`alter table jobs add column superseded integer not null default 0 check (superseded in (0, 1))`.execute(db)
  await sql`alter table jobs add column node text`.execute(db)
  await dropIndexes(db)
  await createReadyGroups(db)
  await fillKeys(db)
  await fillState(db)
  await createIndexes(db)
  await fillReadyGroups(db)
}

async function dropIndexes(db: Kysely<unknown>) {
  for (const name of ['jobs_due', 'jobs_waiting', 'jobs_lane']) await db.schema.dropIndex(name).execute()
}

const createReadyGroups = (db: Kysely<unknown>) =>
  withCompany(db.schema.createTable('ready_groups'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('groupKey', 'text', (c) => c.notNull())
    .addColumn('readyAt', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ready_groups_key', ['name', 'companyId', 'groupKey'])
    .modifyEnd(sql`strict, without rowid`)
    .execute()

/** Gives the timers of scheduled messages a key: until now their lane identified them. */
const fillKeys = (db: Kysely<unknown>) =>
  sql`update jobs set "key" = substr(lane, 10), lane = 'key:schedule.send/' || substr(lane, 10)
    where id in (select max(id) from jobs where name = 'schedule.send' and lane like 'schedule:%' and "failedAt" is null
      group by lane)`.execute(db)

/** Sets the state of each job. The head of a lane is the job that runs or was attempted, else the job due first. */
async function fillState(db: Kysely<unknown>) {
  await sql`update jobs set "groupKey" = substr(lane, 1, instr(lane, '/') - 1)
    where name in ('message.deliver', 'message.edit', 'message.revoke', 'message.react') and lane like 'wa:%/%'`.execute(
    db,
  )
  await sql`update jobs set state = case
      when failedAt is not null then 'failed'
      when lockedAt is not null then 'running'
      when waitsFor is not null then 'waiting'
      else 'ready' end`.execute(db)
  await sql`update jobs set state = 'queued' where id in (
    select id from (select id, row_number() over (partition by "companyId", lane
      order by lockedAt is null, attempts + interrupted = 0, "runAt", id) as place
      from jobs where lane is not null and failedAt is null) where place > 1)`.execute(db)
}

async function createIndexes(db: Kysely<unknown>) {
  await sql`create index jobs_ready on jobs (name, "companyId", "groupKey", "runAt", id) where state = 'ready'`.execute(
    db,
  )
  await sql`create index jobs_due on jobs (name, "runAt") where state = 'ready'`.execute(db)
  await sql`create index jobs_running on jobs (name, "companyId", "groupKey") where state = 'running'`.execute(db)
  await sql`create index jobs_queued on jobs ("companyId", lane, "runAt", id) where state = 'queued'`.execute(db)
  await sql`create unique index jobs_head on jobs ("companyId", lane)
    where lane is not null and state in ('ready', 'waiting', 'running')`.execute(db)
  await sql`create unique index jobs_key on jobs ("companyId", name, "key")
    where "key" is not null and state in ('ready', 'waiting', 'queued')`.execute(db)
  await sql`create index jobs_waiting on jobs ("waitsFor", id) where "waitsFor" is not null`.execute(db)
  await sql`create index jobs_failed on jobs ("failedAt") where "failedAt" is not null`.execute(db)
  await sql`create index ready_groups_due on ready_groups (name, "readyAt")`.execute(db)
}

const fillReadyGroups = (db: Kysely<unknown>) =>
  sql`insert into ready_groups ("companyId", name, "groupKey", "readyAt")
    select "companyId", name, "groupKey", min("runAt") from jobs where state = 'ready'
    group by name, "companyId", "groupKey"`.execute(db)
