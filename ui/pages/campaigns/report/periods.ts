import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { formatDate, formatTime } from '../../../lib/time'

type Hour = CampaignReport['hours'][number]
type Period = Omit<Hour, 'hour'> & { label: string }

/** Longest campaign, in hours with events, that is drawn by the hour; longer ones by the day. */
const maxHours = 36

/** Figures by the hour, or by the day of a longer campaign, in the company's time zone. */
export function periodsOf(hours: Hour[]): Period[] {
  if (hours.length <= maxHours)
    return hours.map(({ hour, ...counts }) => ({ label: hourLabel(hour, hours), ...counts }))
  const days = Map.groupBy(hours, ({ hour }) => formatDate(hour))
  return [...days].map(([day, rows]) => ({ label: day.slice(0, 5), ...sumOf(rows) }))
}

/** HH:mm, with the day when the hours span several. */
function hourLabel(hour: string, hours: Hour[]): string {
  const isOneDay = formatDate(hours[0]?.hour as string) === formatDate(hours.at(-1)?.hour as string)
  return isOneDay ? formatTime(hour) : `${formatDate(hour).slice(0, 5)} ${formatTime(hour)}`
}

function sumOf(rows: Hour[]) {
  const total = (key: 'sent' | 'delivered' | 'read' | 'answered') => rows.reduce((sum, row) => sum + row[key], 0)
  return { sent: total('sent'), delivered: total('delivered'), read: total('read'), answered: total('answered') }
}
