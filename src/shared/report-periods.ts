/**
 * Periods of reports that move with the calendar of the company, besides the last n days. Weeks begin on Monday (ISO
 * 8601); this week and this month end today.
 */
export const reportPeriods = ['yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** First and last day of a period. @param today `yyyy-mm-dd` */
export function daysOfPeriod(period: ReportPeriod, today: string): [first: string, last: string] {
  const day = Temporal.PlainDate.from(today)
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  const first = day.with({ day: 1 })
  const spans: Record<ReportPeriod, [Temporal.PlainDate, Temporal.PlainDate]> = {
    yesterday: [day.subtract({ days: 1 }), day.subtract({ days: 1 })],
    thisWeek: [monday, day],
    lastWeek: [monday.subtract({ days: 7 }), monday.subtract({ days: 1 })],
    thisMonth: [first, day],
    lastMonth: [first.subtract({ months: 1 }), first.subtract({ days: 1 })],
  }
  const [from, to] = spans[period]
  return [from.toString(), to.toString()]
}
