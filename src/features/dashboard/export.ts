import { csvAnswer } from '../../core/http/csv-answer'
import { csvLine, utf8Mark } from '../../shared/csv'
import type { Dashboard } from './model'

const columns = ['name', 'tickets', 'avgSupportTime', 'avgWaitTime', 'avgResponseTime', 'rating'] as const

/** The attendants' table as dashboard-{from}-{to}.csv; times in minutes, empty without a measurement. */
export function exportDashboard({ attendants, period }: Dashboard): Response {
  const rows = attendants.map((attendant) => columns.map((column) => String(attendant[column] ?? '')))
  const lines = [[...columns], ...rows].map(csvLine)
  return csvAnswer(`dashboard-${period.from}-${period.to}.csv`, utf8Mark + lines.join(''))
}
