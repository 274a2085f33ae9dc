import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'

const day = t.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })

/** The last `days` days, today among them, or from one day to another, both whole, by the company's calendar. */
export const DashboardQuery = t.Object({
  days: t.Optional(t.Numeric({ minimum: 0, maximum: limits.dashboardDays.max, multipleOf: 1 })),
  date_from: t.Optional(day),
  date_to: t.Optional(day),
})
export type DashboardQuery = Static<typeof DashboardQuery>

/** The charts' own routes name the days differently (specification §7); the company is the token's, whatever is asked. */
export const ChartQuery = t.Object({ initialDate: day, finalDate: day })
export type ChartQuery = Static<typeof ChartQuery>

const minutes = t.Nullable(t.Number())

/** Times are whole minutes, null where nothing was measured. */
export const Dashboard = t.Object({
  period: t.Object({ from: t.String(), to: t.String() }),
  counters: t.Object({
    /** Open, and waiting, at this moment, whatever the period. */
    supportHappening: t.Number(),
    supportPending: t.Number(),
    supportBegan: t.Number(),
    supportFinished: t.Number(),
    avgSupportTime: minutes,
    p50SupportTime: minutes,
    p90SupportTime: minutes,
    avgWaitTime: minutes,
    p50WaitTime: minutes,
    p90WaitTime: minutes,
    avgResponseTime: minutes,
    p50ResponseTime: minutes,
    p90ResponseTime: minutes,
  }),
  attendants: t.Array(
    t.Object({
      id: t.Number(),
      name: t.String(),
      online: t.Boolean(),
      tickets: t.Number(),
      /** Average of what customers gave, 1 to 3. */
      rating: t.Nullable(t.Number()),
      avgSupportTime: minutes,
      avgWaitTime: minutes,
      avgResponseTime: minutes,
    }),
  ),
  queues: t.Array(t.Object({ id: t.Nullable(t.Number()), name: t.String(), color: t.String(), tickets: t.Number() })),
  /** Day by day; hour by hour where the period is one day. */
  moments: t.Array(
    t.Object({ day: t.String(), hour: t.Nullable(t.String()), began: t.Number(), finished: t.Number() }),
  ),
})
export type Dashboard = Static<typeof Dashboard>
export type Attendant = Dashboard['attendants'][number]

/** What each person finished, under the names of the specification (§7). */
export const TicketsUsers = t.Object({ data: t.Array(t.Object({ quantidade: t.Number(), nome: t.String() })) })
export type TicketsUsers = Static<typeof TicketsUsers>

/** What began: `data` is a day as dd/mm/yyyy; of a period of one day each line has its hour instead. */
export const TicketsDay = t.Object({
  count: t.Number(),
  data: t.Array(t.Object({ total: t.Number(), data: t.Optional(t.String()), horario: t.Optional(t.String()) })),
})
export type TicketsDay = Static<typeof TicketsDay>
