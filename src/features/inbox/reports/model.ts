import { type Static, t } from 'elysia'
import { changeOf, oneLineOfText } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'
import { type ReportPart, reportPartNames } from '../../../shared/report-figures'
import { reportPeriods } from '../../../shared/report-periods'
import { partSorts } from '../dashboard/part-model'

/**
 * Contents of a saved report: a period that moves with the calendar (`days` or `period`), and division and order of the
 * table. Fixed dates are not saved: the report would show the same days for ever.
 */
export const ReportChoice = t.Object({
  days: t.Optional(t.Integer({ minimum: 1, maximum: limits.dashboardDays.max })),
  period: t.Optional(t.UnionEnum(reportPeriods, { default: undefined })),
  by: t.UnionEnum(reportPartNames as [ReportPart, ...ReportPart[]]),
  sort: t.UnionEnum(partSorts),
  order: t.UnionEnum(['asc', 'desc']),
})
export type ReportChoice = Static<typeof ReportChoice>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** Weekly mail: day (1 Monday to 7 Sunday) and hour in the company's time zone. */
const mailTime = {
  weekday: t.Integer({ minimum: 1, maximum: 7 }),
  hour: t.Integer({ minimum: 0, maximum: 23 }),
}

export const ReportInput = t.Object({
  name: t.String({ minLength: 1, maxLength: limits.savedReportName.max, pattern: oneLineOfText }),
  shared: t.Boolean(),
  report: ReportChoice,
  mail: t.Nullable(
    t.Object({ ...mailTime, recipients: t.Array(id, { minItems: 1, maxItems: limits.reportRecipients }) }),
  ),
})
export type ReportInput = Static<typeof ReportInput>

export const ReportChange = changeOf(ReportInput)
export type ReportChange = Static<typeof ReportChange>

/** PUT /dashboard/reports/:id/mail: whether the acting recipient wants the mail. */
export const OwnMail = t.Object({ mails: t.Boolean() })

const Person = t.Object({ id: t.Number(), name: t.String() })

export const SavedReport = t.Object({
  id: t.Number(),
  name: t.String(),
  shared: t.Boolean(),
  report: ReportChoice,
  /** Author; null when the user was deleted. */
  owner: t.Nullable(Person),
  /** The acting user may change and delete it. */
  editable: t.Boolean(),
  mail: t.Nullable(
    t.Object({
      ...mailTime,
      /** Recipients who may see the dashboard now; `off` is true for one who has switched the mail off. */
      recipients: t.Array(t.Object({ ...Person.properties, off: t.Boolean() })),
    }),
  ),
})
export type SavedReport = Static<typeof SavedReport>

export const SavedReports = t.Object({
  reports: t.Array(SavedReport),
  /** Users who may see the dashboard, the possible recipients. */
  people: t.Array(Person),
  /** The installation can send mails. */
  mails: t.Boolean(),
})
export type SavedReports = Static<typeof SavedReports>
