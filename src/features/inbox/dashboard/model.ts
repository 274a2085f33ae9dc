import { type Static, t } from 'elysia'
import { day } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'
import { reportPeriods } from '../../../shared/report-periods'

/**
 * The last `days` days including today, a `period` of the calendar, or `date_from` to `date_to`, both inclusive, in the
 * company's time zone.
 */
export const DashboardQuery = t.Object({
  days: t.Optional(t.Numeric({ minimum: 0, maximum: limits.dashboardDays.max, multipleOf: 1 })),
  period: t.Optional(t.UnionEnum(reportPeriods, { default: undefined })),
  date_from: t.Optional(day),
  date_to: t.Optional(day),
})
export type DashboardQuery = Static<typeof DashboardQuery>

const format = t.Optional(t.UnionEnum(['csv', 'xlsx'], { default: undefined }))
/** Period, table and file type of an export. */
export const ExportQuery = t.Object({
  ...DashboardQuery.properties,
  table: t.Optional(t.UnionEnum(['agents', 'queues', 'outcomes', 'ads', 'hours'], { default: undefined })),
  format,
})
export const RatingsQuery = t.Object({ ...DashboardQuery.properties, format })

/** Query of the chart routes, which name the days differently. `companyId` is ignored. */
export const ChartQuery = t.Object({ initialDate: day, finalDate: day })
export type ChartQuery = Static<typeof ChartQuery>

const minutes = t.Nullable(t.Number())

/** Figures that belong to a period. Times are whole minutes, null without a measurement. */
const PeriodCounters = t.Object({
  supportBegan: t.Number(),
  supportFinished: t.Number(),
  /** Finished attendances in which a next answer came after its target (docs/adr/0136). */
  supportLate: t.Number(),
  avgSupportTime: minutes,
  p50SupportTime: minutes,
  p90SupportTime: minutes,
  /** Until a person took the ticket, counted from the end of the robot's part. */
  avgWaitTime: minutes,
  p50WaitTime: minutes,
  p90WaitTime: minutes,
  /** From the first message until the robot left the ticket to people. */
  avgBotTime: minutes,
  p50BotTime: minutes,
  p90BotTime: minutes,
  avgResponseTime: minutes,
  p50ResponseTime: minutes,
  p90ResponseTime: minutes,
  /** Number of ratings by customers, and their average, 1 to 3. */
  ratings: t.Number(),
  rating: t.Nullable(t.Number()),
})
export type PeriodCounters = Static<typeof PeriodCounters>

/** Times are whole minutes, null without a measurement. */
export const Dashboard = t.Object({
  period: t.Object({ from: t.String(), to: t.String() }),
  counters: t.Object({
    /** Open tickets now, regardless of the period. */
    supportHappening: t.Number(),
    /** Pending tickets now that wait for a person. */
    supportPending: t.Number(),
    /** Pending tickets now that the robot has. */
    supportRobot: t.Number(),
    /** Tickets now past the due time of a target, as on the page of the live team. */
    supportLateNow: t.Number(),
    ...PeriodCounters.properties,
  }),
  attendants: t.Array(
    t.Object({
      id: t.Number(),
      name: t.String(),
      online: t.Boolean(),
      tickets: t.Number(),
      /** Average rating by customers, 1 to 3. */
      rating: t.Nullable(t.Number()),
      avgSupportTime: minutes,
      avgWaitTime: minutes,
      avgResponseTime: minutes,
    }),
  ),
  queues: t.Array(
    t.Object({
      id: t.Nullable(t.Number()),
      name: t.String(),
      color: t.String(),
      tickets: t.Number(),
      /** Finished attendances with a target for the first answer and for the end, and those that met it. */
      answers: t.Number(),
      answersInTime: t.Number(),
      /** Next answers in finished attendances that had a target, and those that met it (docs/adr/0136). */
      nextAnswers: t.Number(),
      nextAnswersInTime: t.Number(),
      closes: t.Number(),
      closesInTime: t.Number(),
    }),
  ),
  /** Outcomes given when tickets were closed in the period, the most frequent first. */
  outcomes: t.Array(t.Object({ outcome: t.String(), tickets: t.Number() })),
  /** Tickets whose first ad brought the customer in the period, by ad, the most frequent first; at most 100 ads. */
  ads: t.Array(t.Object({ ad: t.String(), app: t.String(), link: t.String(), tickets: t.Number() })),
  /**
   * Attendances begun, and waits that ended, by day of the week (1 Monday to 7 Sunday) and hour in the company's time
   * zone; hours without either are absent.
   */
  hours: t.Array(
    t.Object({
      weekday: t.Number(),
      hour: t.Number(),
      began: t.Number(),
      waits: t.Number(),
      avgWaitTime: minutes,
    }),
  ),
  /** One entry per day; per hour when the period is one day. */
  moments: t.Array(
    t.Object({ day: t.String(), hour: t.Nullable(t.String()), began: t.Number(), finished: t.Number() }),
  ),
})
export type Dashboard = Static<typeof Dashboard>

/**
 * A dashboard with the figures of the period directly before, of the same length; a period with today is compared up to
 * the present time of day (`until`, HH:mm in the company's time zone). Null when the company began later than that period.
 */
export const ComparedDashboard = t.Object({
  ...Dashboard.properties,
  previous: t.Nullable(
    t.Object({ from: t.String(), to: t.String(), until: t.Nullable(t.String()), counters: PeriodCounters }),
  ),
})
export type ComparedDashboard = Static<typeof ComparedDashboard>
export type Attendant = Dashboard['attendants'][number]

/** Tickets finished by each person; the field names are Portuguese on the wire. */
export const TicketsUsers = t.Object({ data: t.Array(t.Object({ quantidade: t.Number(), nome: t.String() })) })
export type TicketsUsers = Static<typeof TicketsUsers>

/** Attendances begun: `data` is a day as dd/mm/yyyy; when the period is one day, each entry has `horario` instead. */
export const TicketsDay = t.Object({
  count: t.Number(),
  data: t.Array(t.Object({ total: t.Number(), data: t.Optional(t.String()), horario: t.Optional(t.String()) })),
})
export type TicketsDay = Static<typeof TicketsDay>
