import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Dashboard } from '../../../../src/features/inbox/dashboard/model'
import { ChartCard } from '../../../components/chart-card'
import {
  axisTick,
  barStyle,
  countAxis,
  gridStyle,
  labelAxis,
  legendStyle,
  tooltipStyle,
} from '../../../components/chart-style'
import { dueDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { numberText, shortDay } from './number-texts'

/** Maximum number of bars; the table shows all rows. */
const maxBars = 12
const height = 256

export function Charts({ report }: { report: Dashboard }) {
  const { t } = useTranslation()
  const queues = report.queues.map((queue) => ({ ...queue, name: queue.name || t('dashboard.noQueue') }))
  return (
    <>
      <TicketsOverTime report={report} />
      <div className="grid gap-4 md:grid-cols-2">
        <Ranking title={t('dashboard.perAttendant')} head={t('dashboard.column.name')} rows={report.attendants} />
        <Ranking title={t('dashboard.perQueue')} head={t('dashboard.queue')} rows={queues} />
      </div>
    </>
  )
}

function TicketsOverTime({ report: { moments } }: { report: Dashboard }) {
  const { t } = useTranslation()
  const byHour = moments[0]?.hour != null
  const [began, finished] = [t('dashboard.legendBegan'), t('dashboard.legendFinished')]
  const fullLabels = moments.map(({ day, hour }) => hour ?? dueDay(day))
  const rows = moments.map(({ day, hour, ...counts }, at) => ({
    ...counts,
    ...{ at: fullLabels[at], label: hour ?? shortDay(day) },
  }))
  const table = {
    heads: [byHour ? t('dashboard.hour') : t('dashboard.day'), began, finished],
    rows: moments.map((counts, at) => [fullLabels[at]!, numberText(counts.began), numberText(counts.finished)]),
  }
  const empty = moments.every((counts) => counts.began + counts.finished === 0)
  return (
    <ChartCard title={byHour ? t('dashboard.perHour') : t('dashboard.perDay')} empty={empty} table={table}>
      <ResponsiveContainer width="100%" height={height}>
        <BarChart data={rows} margin={{ top: 8, right: 8, left: -16, bottom: 0 }} barGap={1}>
          <CartesianGrid {...gridStyle} />
          <XAxis dataKey="label" {...labelAxis} minTickGap={12} />
          <YAxis {...countAxis} />
          <Tooltip
            {...tooltipStyle}
            itemSorter={() => 0}
            labelFormatter={(_, [point]) => String(point?.payload?.at ?? '')}
          />
          <Legend {...legendStyle} />
          <Bar dataKey="began" name={began} fill="var(--info)" {...barStyle} maxBarSize={20} />
          <Bar
            dataKey="finished"
            name={finished}
            // Lighter than its neighbour: the two are told apart in print and by people who see no colours.
            fill="color-mix(in oklab, var(--good) 40%, var(--surface))"
            stroke="var(--good)"
            {...barStyle}
            maxBarSize={20}
          />
        </BarChart>
      </ResponsiveContainer>
    </ChartCard>
  )
}

interface Ranked {
  name: string
  tickets: number
  color?: string
}

/** Horizontal bars, highest first. */
function Ranking({ title, head, rows }: { title: string; head: string; rows: Ranked[] }) {
  const { t } = useTranslation()
  const sorted = [...rows].sort((a, b) => b.tickets - a.tickets)
  const finished = t('dashboard.legendFinished')
  const bars = sorted
    .filter(({ tickets }) => tickets > 0)
    .slice(0, maxBars)
    .map(({ name, tickets, color }) => ({ name, tickets, ...barColors(color) }))
  const table = { heads: [head, finished], rows: sorted.map(({ name, tickets }) => [name, numberText(tickets)]) }
  return (
    <ChartCard title={title} empty={bars.length === 0} table={table}>
      <ResponsiveContainer width="100%" height={bars.length * 36 + 8}>
        <BarChart data={bars} layout="vertical" margin={{ top: 0, right: 36, left: 0, bottom: 0 }}>
          <XAxis type="number" hide allowDecimals={false} />
          <YAxis
            type="category"
            dataKey="name"
            width={112}
            tick={axisTick}
            tickFormatter={shortName}
            tickLine={false}
            axisLine={false}
            interval={0}
          />
          <Tooltip {...tooltipStyle} />
          <Bar
            dataKey="tickets"
            name={finished}
            isAnimationActive={false}
            radius={[0, 2, 2, 0]}
            maxBarSize={18}
            label={{ position: 'right', fill: 'var(--ink)', fontSize: 12 }}
          />
        </BarChart>
      </ResponsiveContainer>
    </ChartCard>
  )
}

const shortName = (name: string) => (name.length > 16 ? `${name.slice(0, 15)}…` : name)

/** Colours of a bar; the outline keeps a queue colour visible on any background. */
const barColors = (color?: string) => (color ? { fill: color, stroke: 'var(--edge)' } : { fill: 'var(--info)' })
