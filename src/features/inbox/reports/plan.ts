import type { JobHandler, Jobs } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { readCompanyState } from '../../platform/company/state'
import { timeZoneOf } from '../../platform/company/time-zone'
import { findReportRow, type ReportRow } from './read'
import { dueWeek, type MailTime, mailAt, weekAfter } from './weeks'

/** Stores the job of the report's next mail, or removes it; call within the transaction that changes the report. */
export async function planMail(scope: Scope, reportId: number) {
  const row = await findReportRow(scope, reportId)
  const plan = row && planOf(row)
  if (plan) await enqueueWeek(scope, reportId, plan)
  else await scope.cancelJob('report.mails', String(reportId))
}

interface Plan extends MailTime {
  week: string
}

function planOf({ mailWeekday, mailHour, mailWeek }: ReportRow): Plan | null {
  if (mailWeekday === null || mailHour === null || mailWeek === null) return null
  return { weekday: mailWeekday, hour: mailHour, week: mailWeek }
}

const enqueueWeek = async (scope: Scope, reportId: number, plan: Plan) =>
  scope.enqueue(
    'report.mails',
    { reportId },
    { key: String(reportId), runAt: new Date(mailAt(await timeZoneOf(scope), plan.week, plan)) },
  )

const setWeek = hot<{ id: number; week: string; next: string }>()((db, p) =>
  db
    .update('saved_reports')
    .set({ mailWeek: p('next'), mailedWeek: p('week') })
    .where('id', '=', p('id')),
)
const wantedBy = hot<{ reportId: number }>()((db, p) =>
  db.select('report_recipients').select('userId').where('reportId', '=', p('reportId')).where('off', '=', 0),
)

/**
 * Enqueues the mails of the week that is due, and plans the next week in the same transaction: a second run finds a week
 * to come. Weeks missed while the server was off are skipped, except the last.
 */
export const enqueueMails: JobHandler<Jobs['report.mails']> = {
  run: (outer, { reportId }) =>
    outer.transaction(async (scope) => {
      const row = await findReportRow(scope, reportId)
      const plan = row && planOf(row)
      if (!plan) return
      const week = dueWeek(await timeZoneOf(scope), plan, plan.week, new Date())
      if (week === null) return enqueueWeek(scope, reportId, plan) // the company moved to another time zone
      const next = weekAfter(week)
      await scope.db.run(setWeek, { id: reportId, week, next })
      await enqueueWeek(scope, reportId, { ...plan, week: next })
      if (!scope.ports.mail.configured || !(await readCompanyState(scope)).mayAct) return
      const recipients = await scope.db.run(wantedBy, { reportId })
      const jobs = recipients.map(({ userId }) => ({
        payload: { reportId, userId, week },
        key: `${reportId}/${userId}`, // replaces a mail of the week before that could not be sent until now
      }))
      await scope.enqueueMany('report.mail', jobs)
    }),
  concurrency: 4,
  perGroup: 1,
}

const planned = hot<{}>()((db) => db.select('saved_reports').select('id').where('mailWeekday', 'is not', null))

/** Plans all mails of the company again, because its time zone has changed. The planned weeks stay. */
export const planMailsAgain: JobHandler<Jobs['report.plan']> = {
  run: (outer) =>
    outer.transaction(async (scope) => {
      for (const { id } of await scope.db.run(planned, {})) await planMail(scope, id)
    }),
}
