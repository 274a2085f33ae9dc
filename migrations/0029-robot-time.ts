import { type Kysely, sql } from 'kysely'

/**
 * Waiting time counts from the end of the robot's part. The indexes and the trigger of the dashboard therefore include
 * that time. All stored figures are deleted; they are computed again.
 */
export async function up(db: Kysely<unknown>) {
  for (const name of ['attendances_started', 'attendances_answered']) await db.schema.dropIndex(name).execute()
  await sql`create index attendances_started on attendances (companyId, startedAt, queuedAt, botEndedAt)
    where startedAt is not null and queuedAt is not null`.execute(db)
  await sql`create index attendances_answered on attendances (companyId, firstResponseAt, queuedAt, botEndedAt)
    where firstResponseAt is not null and queuedAt is not null`.execute(db)
  await sql`create index attendances_robot on attendances (companyId, botEndedAt, queuedAt)
    where botEndedAt is not null and queuedAt is not null`.execute(db)
  await sql`drop trigger attendances_gone`.execute(db)
  await sql`create trigger attendances_gone after delete on attendances begin
    delete from dashboard_days where companyId = old.companyId and (
      (startsAt <= old.createdAt and endsAt > old.createdAt) or (startsAt <= old.startedAt and endsAt > old.startedAt) or
      (startsAt <= old.firstResponseAt and endsAt > old.firstResponseAt) or
      (startsAt <= old.botEndedAt and endsAt > old.botEndedAt) or
      (startsAt <= old.finishedAt and endsAt > old.finishedAt)); end`.execute(db)
  await sql`delete from dashboard_days`.execute(db)
}
