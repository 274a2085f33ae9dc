import { batch, signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { ComparedDashboard } from '../../../../src/features/inbox/dashboard/model'
import type { PartsQuery } from '../../../../src/features/inbox/dashboard/part-model'
import type { AppError } from '../../../../src/shared/errors'
import type { ReportPart } from '../../../../src/shared/report-figures'
import type { ReportPeriod } from '../../../../src/shared/report-periods'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure, isAborted } from '../../../lib/failure'
import { useLive } from '../../../lib/realtime'
import type { SortOrder } from './sort-headings'

/** Order of the table of parts. */
export type Order = SortOrder<NonNullable<PartsQuery['sort']>>

export type Period = { days: number } | { period: ReportPeriod } | { date_from: string; date_to: string }
/** Choices of "last n days". */
export const periodDays = [3, 7, 15, 30, 60, 90]

export const period = signal<Period>({ days: 7 })
/** Division of the table, and its order. */
export const division = signal<ReportPart>('queue')
export const partsOrder = signal<Order>({ by: 'finished', down: true })
/** Null until the first response. */
export const report = signal<ComparedDashboard | null>(null)
export const failure = signal<AppError | null>(null)
export const loading = signal(false)

/** Minimum time between two refreshes caused by events, in ms. */
const minRefreshMs = 10_000
let latestRequest = 0
let requestedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads the report. With `quietly` a failure keeps the shown figures; the next refresh tries again. */
export async function loadReport({ quietly = false } = {}) {
  clearTimeout(timer)
  timer = undefined
  const mine = ++latestRequest
  requestedAt = Date.now()
  loading.value = !quietly
  try {
    const found = await unwrapResponse(api.dashboard.get({ query: period.peek() }))
    if (mine === latestRequest) setReport(found, null)
  } catch (thrown) {
    if (mine === latestRequest && !isAborted(thrown) && !quietly) setReport(report.peek(), asFailure(thrown))
  } finally {
    if (mine === latestRequest) loading.value = false
  }
}

const setReport = (newReport: ComparedDashboard | null, problem: AppError | null) =>
  batch(() => {
    report.value = newReport
    failure.value = problem
  })

export function choosePeriod(next: Period) {
  period.value = next
  void loadReport()
}

/** Schedules one refresh for all events until then. */
export function refreshSoon() {
  timer ??= setTimeout(() => loadReport({ quietly: true }), Math.max(0, requestedAt + minRefreshMs - Date.now()))
}

function resetReport() {
  latestRequest++
  clearTimeout(timer)
  timer = undefined
  setReport(null, null)
}

/** Loads and refreshes the report while the page is mounted. */
export function useReport() {
  useLive({ ticket: refreshSoon, user: refreshSoon, queue: refreshSoon }, () => loadReport({ quietly: true }))
  useEffect(() => {
    void loadReport()
    return resetReport
  }, [])
}
