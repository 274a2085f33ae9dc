import type { Scope } from '../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import type { ReportChoice, SavedReport, SavedReports } from './model'
import { listReportReaders } from './people'

const reportRows = (db: Tables) =>
  db
    .select('saved_reports')
    .leftJoin('users', 'users.id', 'saved_reports.userId')
    .select(['saved_reports.id', 'saved_reports.userId', 'saved_reports.name', 'saved_reports.report'])
    .select(['shared', 'mailWeekday', 'mailHour', 'mailWeek', 'mailedWeek', 'users.name as ownerName'])

const mailedTo = (db: Tables, userId: number) =>
  db.select('report_recipients').select('reportId').where('report_recipients.userId', '=', userId)

/** Own and shared reports, and those that the user gets by mail. */
const seenReports = hot<{ userId: number }>()((db, p) =>
  reportRows(db)
    .where(({ and, or, eb }) =>
      or([
        eb('saved_reports.userId', '=', p('userId')),
        eb('saved_reports.shared', '=', 1),
        and([eb('mailWeekday', 'is not', null), eb('saved_reports.id', 'in', mailedTo(db, p('userId')))]),
      ]),
    )
    .orderBy('saved_reports.name')
    .orderBy('saved_reports.id'),
)
const oneReport = hot<{ id: number }>()((db, p) => reportRows(db).where('saved_reports.id', '=', p('id')))
const recipientsOf = hot<{ ids: ListParameter }>()((db, p) =>
  db
    .select('report_recipients')
    .select(['reportId', 'userId', 'off'])
    .where('reportId', 'in', inList(p('ids')))
    .orderBy('reportId')
    .orderBy('userId'),
)

export type ReportRow = NonNullable<(typeof oneReport)['row']>

export const findReportRow = (scope: Scope, id: number) => scope.db.first(oneReport, { id })

/** GET /dashboard/reports. */
export async function listReports(scope: Scope): Promise<SavedReports> {
  const rows = await scope.db.run(seenReports, { userId: scope.viewer.userId })
  const people = await listReportReaders(scope)
  return { reports: await toReports(scope, rows, people), people, mails: scope.ports.mail.configured }
}

/** A stored report as the acting user sees it. @throws ERR_NO_REPORT_FOUND */
export async function getReport(scope: Scope, id: number): Promise<SavedReport> {
  const row = await findReportRow(scope, id)
  const [report] = row ? await toReports(scope, [row], await listReportReaders(scope)) : []
  if (!report) throw new AppError('ERR_NO_REPORT_FOUND')
  return report
}

async function toReports(scope: Scope, rows: ReportRow[], people: SavedReports['people']): Promise<SavedReport[]> {
  const recipients = await scope.db.run(recipientsOf, { ids: listOf(rows.map(({ id }) => id)) })
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  const recipientsOfReport = (id: number) =>
    recipients
      .filter(({ reportId, userId }) => reportId === id && nameOf.has(userId))
      .map(({ userId, off }) => ({ id: userId, name: nameOf.get(userId) ?? '', off: off === 1 }))
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, shared: row.shared === 1, report: parseJson(row.report) as ReportChoice },
    owner: row.userId === null ? null : { id: row.userId, name: row.ownerName ?? '' },
    editable: mayEdit(scope, row),
    mail:
      row.mailWeekday === null || row.mailHour === null
        ? null
        : { weekday: row.mailWeekday, hour: row.mailHour, recipients: recipientsOfReport(row.id) },
  }))
}

/** The author changes a report; admins change shared ones. */
export const mayEdit = ({ viewer }: Scope, { userId, shared }: Pick<ReportRow, 'userId' | 'shared'>) =>
  userId === viewer.userId || (shared === 1 && viewer.profile === 'admin')
