import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { timeZoneOf } from '../../platform/company/time-zone'
import type { ReportChange, ReportChoice, ReportInput, SavedReport } from './model'
import { listReportReaders } from './people'
import { planMail } from './plan'
import { findReportRow, getReport, mayEdit, type ReportRow } from './read'
import { firstWeek, weekAfter } from './weeks'

const countReports = hot<{ userId: number }>()((db, p) =>
  db
    .select('saved_reports')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>(eb.case().when('userId', '=', p('userId')).then(1).end()).as('own'),
    ]),
)

/**
 * Saves a report of the acting user. @throws ERR_TOO_MANY_REPORTS, ERR_NO_USER_FOUND for a recipient who may not see the
 * dashboard, ERR_VALIDATION without exactly one period
 */
export function createReport(outer: Scope, input: ReportInput): Promise<SavedReport> {
  assertPeriod(input.report)
  return outer.transaction(async (scope) => {
    const { userId } = scope.viewer
    await assertRoom(scope, userId)
    const { id } = await scope.db
      .insert('saved_reports', {
        ...{ userId, ...valuesOf(input), name: input.name.trim(), report: JSON.stringify(input.report) },
        ...{ mailWeek: await nextWeek(scope, input.mail, null), mailedWeek: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (input.mail) await setRecipients(scope, id, input.mail.recipients)
    await planMail(scope, id)
    return getReport(scope, id)
  })
}

/**
 * Changes a report; a field that is left out stays. @throws ERR_NO_REPORT_FOUND, ERR_NO_USER_FOUND, ERR_VALIDATION
 */
export function changeReport(outer: Scope, id: number, change: ReportChange): Promise<SavedReport> {
  if (change.report) assertPeriod(change.report)
  return outer.transaction(async (scope) => {
    const before = await getEditableRow(scope, id)
    const { name, report, mail } = change
    await scope.db
      .update('saved_reports')
      .set({ ...valuesOf(change), name: name?.trim() ?? before.name })
      .set({ report: report ? JSON.stringify(report) : before.report })
      .set({ mailWeek: mail ? await nextWeek(scope, mail, before) : before.mailWeek })
      .where('id', '=', id)
      .execute()
    if (mail) await setRecipients(scope, id, mail.recipients)
    await planMail(scope, id)
    return getReport(scope, id)
  })
}

/** @throws ERR_NO_REPORT_FOUND */
export function deleteReport(outer: Scope, id: number): Promise<{ id: number }> {
  return outer.transaction(async (scope) => {
    await getEditableRow(scope, id)
    await scope.db.delete('saved_reports').where('id', '=', id).execute()
    await planMail(scope, id)
    return { id }
  })
}

/** Switches the weekly mail on or off for the acting recipient. @throws ERR_NO_REPORT_FOUND for others */
export function setOwnMail(outer: Scope, id: number, mails: boolean): Promise<SavedReport> {
  return outer.transaction(async (scope) => {
    const changed = await scope.db
      .update('report_recipients')
      .set({ off: mails ? 0 : 1 })
      .where('reportId', '=', id)
      .where('userId', '=', scope.viewer.userId)
      .returning('userId')
      .executeTakeFirst()
    if (!changed) throw new AppError('ERR_NO_REPORT_FOUND')
    return getReport(scope, id)
  })
}

/** Deletes the private reports of a user who is deleted; shared ones stay without an author. Call within a transaction. */
export async function leaveReports(scope: Scope, userId: number) {
  const own = scope.db.select('saved_reports').select('id').where('userId', '=', userId).where('shared', '=', 0)
  for (const { id } of await own.execute()) {
    await scope.db.delete('saved_reports').where('id', '=', id).execute()
    await planMail(scope, id)
  }
  await scope.db.update('saved_reports').set({ userId: null }).where('userId', '=', userId).execute()
}

async function assertRoom(scope: Scope, userId: number) {
  const { all = 0, own = 0 } = (await scope.db.first(countReports, { userId })) ?? {}
  const limit = own >= limits.savedReports ? limits.savedReports : limits.companyReports
  if (own >= limits.savedReports || all >= limits.companyReports) throw new AppError('ERR_TOO_MANY_REPORTS', { limit })
}

async function getEditableRow(scope: Scope, id: number): Promise<ReportRow> {
  const row = await findReportRow(scope, id)
  if (!row || !mayEdit(scope, row)) throw new AppError('ERR_NO_REPORT_FOUND')
  return row
}

function assertPeriod({ days, period }: ReportChoice) {
  if ((days === undefined) === (period === undefined)) throw new AppError('ERR_VALIDATION', { fields: ['report'] })
}

/** Columns of sharing and mail; those of fields that are left out are absent. */
const valuesOf = ({ shared, mail }: ReportChange) => ({
  ...(shared === undefined ? {} : { shared: shared ? (1 as const) : (0 as const) }),
  ...(mail === undefined ? {} : { mailWeekday: mail?.weekday ?? null, mailHour: mail?.hour ?? null }),
})

/** Week of the next mail: the first after the last one mailed whose time is to come. */
async function nextWeek(scope: Scope, mail: ReportInput['mail'], before: ReportRow | null): Promise<string | null> {
  if (!mail) return before?.mailWeek ?? null
  const mailed = before?.mailedWeek ?? null
  return firstWeek(await timeZoneOf(scope), mail, new Date(), mailed && weekAfter(mailed))
}

const removeRecipient = hot<{ reportId: number; userId: number }>()((db, p) =>
  db.delete('report_recipients').where('reportId', '=', p('reportId')).where('userId', '=', p('userId')),
)
const insertRecipient = hot<{ reportId: number; userId: number }>()((db, p) =>
  db
    .insert('report_recipients', { reportId: p('reportId'), userId: p('userId'), sentWeek: null })
    .onConflict((conflict) => conflict.doNothing()),
)
const storedRecipients = hot<{ reportId: number }>()((db, p) =>
  db.select('report_recipients').select('userId').where('reportId', '=', p('reportId')),
)

/** Stores who gets the mail; those who stay keep their wish and the week of their last mail. */
async function setRecipients(scope: Scope, reportId: number, recipients: number[]) {
  const before = (await scope.db.run(storedRecipients, { reportId })).map(({ userId }) => userId)
  const readers = new Set((await listReportReaders(scope)).map(({ id }) => id))
  const added = recipients.filter((userId) => !before.includes(userId))
  if (added.some((userId) => !readers.has(userId))) throw new AppError('ERR_NO_USER_FOUND')
  for (const userId of before)
    if (!recipients.includes(userId)) await scope.db.run(removeRecipient, { reportId, userId })
  for (const userId of added) await scope.db.run(insertRecipient, { reportId, userId })
}
