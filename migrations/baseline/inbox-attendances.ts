import { type Kysely, sql } from 'kysely'
import { companyForeignKey, count, index, keyedTable, ownedTable, required, uniqueIndex, withCompany } from '../columns'

/** Attendances of tickets: the reports are made of them. */
export const attendanceTables = [createAttendances, createDashboardDays, createRatingRequests]

/**
 * From the first wait to the close of a ticket: one row for the reports, with the state of the robot and of a program
 * in it. Without foreign keys to users, queues, options and programs, which the row outlives.
 */
async function createAttendances(db: Kysely<unknown>) {
  await ownedTable(db, 'attendances')
    .addColumn('ticketId', 'integer', required)
    .addColumn('queuedAt', 'text')
    .addColumn('startedAt', 'text')
    .addColumn('firstResponseAt', 'text')
    .addColumn('finishedAt', 'text')
    .addColumn('ratingSentAt', 'text')
    .addColumn('ratedAt', 'text')
    .addColumn('userId', 'integer')
    .addColumn('queueId', 'integer')
    .addColumn('reason', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('rate', 'integer', (c) => c.check(sql`rate between 1 and 3`))
    .addColumn('botStage', 'text', (c) =>
      c.notNull().defaultTo('done').check(sql`botStage in ('created', 'reopened', 'queues', 'options', 'done')`),
    )
    .addColumn('menusSent', 'integer', count)
    .addColumn('invalidAnswers', 'integer', count)
    .addColumn('optionId', 'integer')
    .addColumn('botAnsweredId', 'integer')
    .addColumn('menuAt', 'text')
    .addColumn('closedTextAt', 'text')
    .addColumn('botEndedAt', 'text')
    .addColumn('botEnd', 'text')
    .addColumn('programKind', 'text', (c) => c.check(sql`programKind in ('integration', 'prompt')`))
    .addColumn('programId', 'integer')
    .addColumn('programAnsweredId', 'integer')
    .addColumn('programState', 'text')
    .addColumn('programSays', 'text')
    .addColumn('filesAnsweredId', 'integer')
    .addColumn('outcome', 'text')
    .addColumn('clockFrom', 'text')
    .addColumn('answerDueAt', 'text')
    .addColumn('answerLateAt', 'text')
    .addColumn('resolutionDueAt', 'text')
    .addColumn('resolutionLateAt', 'text')
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .execute()
  // A ticket has one running attendance.
  await uniqueIndex(db, 'attendances_running', 'attendances', ['companyId', 'ticketId'], sql`finishedAt is null`)
  await index(db, 'attendances_of', 'attendances', ['companyId', 'ticketId', 'id'])
  await index(db, 'attendances_began', 'attendances', ['companyId', 'createdAt'])
  await index(db, 'attendances_finished', 'attendances', ['companyId', 'finishedAt'], sql`finishedAt is not null`)
  // Waiting times count from the end of the robot's part, so that the indexes of the dashboard include it.
  await index(
    db,
    'attendances_started',
    'attendances',
    ['companyId', 'startedAt', 'queuedAt', 'botEndedAt'],
    sql`startedAt is not null and queuedAt is not null`,
  )
  await index(
    db,
    'attendances_answered',
    'attendances',
    ['companyId', 'firstResponseAt', 'queuedAt', 'botEndedAt'],
    sql`firstResponseAt is not null and queuedAt is not null`,
  )
  await index(
    db,
    'attendances_robot',
    'attendances',
    ['companyId', 'botEndedAt', 'queuedAt'],
    sql`botEndedAt is not null and queuedAt is not null`,
  )
}

/**
 * Figures of past days, made of the attendances. Triggers delete those of a day whose attendances change, so that they
 * are computed again. The key is the start and end of the day in UTC: after a change of the time zone, no old row is
 * found.
 */
async function createDashboardDays(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'dashboard_days'))
    .addColumn('startsAt', 'text', required)
    .addColumn('endsAt', 'text', required)
    .addColumn('figures', 'text', required)
    .addPrimaryKeyConstraint('dashboard_days_key', ['companyId', 'startsAt', 'endsAt'])
    .execute()
  await sql`create trigger attendances_rated after update of rate on attendances begin
    delete from dashboard_days where companyId = old.companyId and startsAt <= old.finishedAt and endsAt > old.finishedAt;
    end`.execute(db)
  await sql`create trigger attendances_gone after delete on attendances begin
    delete from dashboard_days where companyId = old.companyId and (
      (startsAt <= old.createdAt and endsAt > old.createdAt) or (startsAt <= old.startedAt and endsAt > old.startedAt) or
      (startsAt <= old.firstResponseAt and endsAt > old.firstResponseAt) or
      (startsAt <= old.botEndedAt and endsAt > old.botEndedAt) or
      (startsAt <= old.finishedAt and endsAt > old.finishedAt)); end`.execute(db)
}

/** Requests for a rating, sent when an agent closed a ticket. */
async function createRatingRequests(db: Kysely<unknown>) {
  await ownedTable(db, 'rating_requests')
    .addColumn('ticketId', 'integer', required)
    .addColumn('attendanceId', 'integer', required)
    .addColumn('whatsappId', 'integer')
    .addColumn('contactId', 'integer', required)
    .addColumn('userId', 'integer')
    .addColumn('sentAt', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('waiting', 'answered', 'cancelled')`))
    .addColumn('messageId', 'integer')
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('attendanceId', 'attendances', 'cascade'))
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await uniqueIndex(db, 'rating_requests_once', 'rating_requests', ['companyId', 'attendanceId'])
  await index(db, 'rating_requests_of', 'rating_requests', ['companyId', 'contactId', 'whatsappId', 'state'])
  await index(db, 'rating_requests_ticket', 'rating_requests', ['companyId', 'ticketId'])
  await index(db, 'rating_requests_old', 'rating_requests', ['state', 'expiresAt'])
}
