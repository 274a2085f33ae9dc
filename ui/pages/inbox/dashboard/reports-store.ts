import { batch, signal } from '@preact/signals-react'
import type { ReportChoice, ReportInput, SavedReport, SavedReports } from '../../../../src/features/inbox/reports/model'
import { api, unwrapResponse } from '../../../lib/api'
import { choosePeriod, division, type Period, partsOrder, period } from './store'

/** Saved reports that the user sees; null until the first response. */
export const reports = signal<SavedReports | null>(null)
/** Id of the saved report that is shown; null for none. */
export const openedId = signal<number | null>(null)

export async function loadReports(): Promise<SavedReport[]> {
  const found = await unwrapResponse(api.dashboard.reports.get())
  reports.value = found
  return found.reports
}

/** Shows a saved report: its period, division and order. */
export function showReport({ id, report: { by, sort, order, ...rest } }: SavedReport) {
  batch(() => {
    openedId.value = id
    division.value = by
    partsOrder.value = { by: sort, down: order === 'desc' }
  })
  choosePeriod(rest.period === undefined ? { days: rest.days ?? 7 } : { period: rest.period })
}

/** Division and order of the page, as a report with this period. */
export const choiceOf = (relative: Exclude<Period, { date_from: string }>): ReportChoice => ({
  ...relative,
  by: division.peek(),
  sort: partsOrder.peek().by,
  order: partsOrder.peek().down ? 'desc' : 'asc',
})

/** Period of the page that a report may have; the last seven days in place of fixed dates. */
export const relativePeriod = () => {
  const shown = period.peek()
  return 'date_from' in shown ? { days: 7 } : shown
}

/** Creates a report, or changes the one with this id. */
export async function saveReport(id: number | null, input: ReportInput): Promise<SavedReport> {
  const saved = await unwrapResponse(
    id === null ? api.dashboard.reports.post(input) : api.dashboard.reports({ id }).put(input),
  )
  await loadReports()
  return saved
}

export async function removeReport(id: number) {
  await unwrapResponse(api.dashboard.reports({ id }).delete())
  if (openedId.peek() === id) openedId.value = null
  await loadReports()
}

/** Switches the weekly mail on or off for the user. */
export async function setOwnMail(id: number, mails: boolean) {
  await unwrapResponse(api.dashboard.reports({ id }).mail.put({ mails }))
  await loadReports()
}
