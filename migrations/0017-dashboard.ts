import { type Kysely, sql } from 'kysely'
import { withCompany } from './columns'

/**
 * Adds the customers' ratings, indexes for the dashboard, and the stored figures of past days. Triggers delete the
 * figures of a day whose attendances change, so that they are computed again.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table attendances add column rate integer check (rate between 1 and 3)`.execute(db)
  await sql`create index attendances_started on attendances (companyId, startedAt, queuedAt)
    where startedAt is not null and queuedAt is not null`.execute(db)
  await sql`create index attendances_answered on attendances (companyId, firstResponseAt, queuedAt)
    where firstResponseAt is not null and queuedAt is not null`.execute(db)
  // The key is the start and end of the day in UTC: after a change of the time zone, no old row is found.
  await withCompany(db.schema.createTable('dashboard_days'))
    .addColumn('startsAt', 'text', (c) => c.notNull())
    .addColumn('endsAt', 'text', (c) => c.notNull())
    .addColumn('figures', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('dashboard_days_key', ['companyId', 'startsAt', 'endsAt'])
    .modifyEnd(sql`strict, without rowid`)
    .execute()
  await sql`create trigger attendances_gone after delete on attendances begin
    delete from dashboard_days where companyId = old.companyId and (
      (startsAt <= old.createdAt and endsAt > old.createdAt) or (startsAt <= old.startedAt and endsAt > old.startedAt) or
      (startsAt <= old.firstResponseAt and endsAt > old.firstResponseAt) or
      (startsAt <= old.finishedAt and endsAt > old.finishedAt)); end`.execute(db)
  await sql`create trigger attendances_rated after update of rate on attendances begin
    delete from dashboard_days where companyId = old.companyId and startsAt <= old.finishedAt and endsAt > old.finishedAt;
    end`.execute(db)
}
