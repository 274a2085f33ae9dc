import type { JobHandler, Jobs } from '../../../core/jobs/job'
import { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { parseJson } from '../../../shared/json'
import { companyLanguage } from '../../platform/company/language'
import { readCompanyState } from '../../platform/company/state'
import { compareDashboard } from '../dashboard/compare'
import { readSortedParts } from '../dashboard/parts'
import { reportMail } from './mail-content'
import type { ReportChoice } from './model'
import { findReportReader, type ReportReader } from './people'
import { findReportRow, type ReportRow } from './read'

const recipientRow = hot<{ reportId: number; userId: number }>()((db, p) =>
  db
    .select('report_recipients')
    .select(['off', 'sentWeek'])
    .where('reportId', '=', p('reportId'))
    .where('userId', '=', p('userId')),
)
const setSent = hot<{ reportId: number; userId: number; week: string }>()((db, p) =>
  db
    .update('report_recipients')
    .set({ sentWeek: p('week') })
    .where('reportId', '=', p('reportId'))
    .where('userId', '=', p('userId')),
)

/**
 * Mails a report to one recipient with the recipient's present rights, unless the recipient has none, has switched the
 * mail off, or has got the mail of this week, or the report is mailed no more. The week is stored after the mail server has accepted the mail; a repeat
 * after a crash between both has the same Message-ID (docs/adr/0168).
 */
export const sendReportMail: JobHandler<Jobs['report.mail']> = {
  async run(scope, { reportId, userId, week }, attempt) {
    const report = await findReportRow(scope, reportId)
    const recipient = await scope.db.first(recipientRow, { reportId, userId })
    const reader = await findReportReader(scope, userId)
    if (!report || report.mailWeekday === null || !reader) return
    if (!recipient || recipient.off === 1 || (recipient.sentWeek ?? '') >= week) return
    if (!(await readCompanyState(scope)).mayAct) return
    const language = reader.language ?? (await companyLanguage(scope))
    const mail = reportMail(language, await factsOf(scope, report, reader))
    await scope.ports.mail.send({ to: reader.email, id: `report-${reportId}-${userId}-${week}`, ...mail })
    await scope.transaction(async (scope) => {
      await scope.db.run(setSent, { reportId, userId, week })
      await attempt.ending?.finish(scope)
    })
  },
  attempts: 12,
  backoffSeconds: 30,
  timeoutSeconds: 120,
  concurrency: 2, // figures of thousands of conversations; companies take turns
  perGroup: 1,
}

async function factsOf(scope: Scope, { id, name, report }: ReportRow, { viewer }: ReportReader) {
  const { by, sort, ...period } = parseJson(report) as ReportChoice
  const own = Scope.for(scope.ports, scope.companyId, viewer)
  const now = new Date()
  const address = `${scope.ports.publicUrl}/?report=${id}`
  return {
    report: { name, by, sort },
    person: viewer.name,
    dashboard: await compareDashboard(own, { days: 7, ...period }, now),
    parts: await readSortedParts(own, { days: 7, ...period, by, sort }, now),
    links: { report: address, off: `${address}&mail=off` },
  }
}
