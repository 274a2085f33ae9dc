import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { NumberPoint } from '../../../../src/features/numbers/health/model'
import { ChartCard } from '../../../components/chart-card'
import { countAxis, gridStyle, labelAxis, legendStyle, tooltipStyle } from '../../../components/chart-style'
import { useTranslation } from '../../../lib/use-translation'
import { fullDay, numberText, secondsText, shortDay } from './figure-texts'

const height = 224

/** One row of a chart; `at` is the place on the axis, because a label may occur twice. */
interface ChartPoint extends NumberPoint {
  at: number
  label: string
  full: string
}

/** One series: its field, name, colour and text. */
interface Series {
  key: keyof NumberPoint
  name: string
  color: string
  text?: (value: number) => string
}

/** History of a number: messages, conversations, delays and quota. */
export function Charts({ points }: { points: NumberPoint[] }) {
  const { t } = useTranslation()
  const rows = points.map(toChartPoint)
  const hasQuota = points.some(({ quotaTotal }) => quotaTotal !== null)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Chart
        title={t('health.messages')}
        rows={rows}
        kind="bars"
        stacked
        series={[
          { key: 'received', name: t('health.received'), color: 'var(--info)' },
          { key: 'sent', name: t('health.sent'), color: 'var(--good)' },
          { key: 'failed', name: t('health.failures'), color: 'var(--danger)' },
        ]}
        tableOnly={[{ key: 'delivered', name: t('health.delivered'), color: '' }]}
      />
      <Chart
        title={t('health.chats')}
        rows={rows}
        kind="bars"
        series={[
          { key: 'begun', name: t('health.begun'), color: 'var(--info)' },
          { key: 'answered', name: t('health.answered'), color: 'var(--good)' },
        ]}
      />
      <Chart
        title={t('health.delays')}
        rows={rows}
        kind="lines"
        series={[
          { key: 'ackMs', name: t('health.average'), color: 'var(--info)', text: secondsText },
          { key: 'ackMaxMs', name: t('health.longest'), color: 'var(--warn)', text: secondsText },
        ]}
      />
      {hasQuota && (
        <Chart
          title={t('health.quotaChart')}
          rows={rows}
          kind="lines"
          series={[
            { key: 'quotaUsed', name: t('health.used'), color: 'var(--info)' },
            { key: 'quotaTotal', name: t('health.total'), color: 'var(--danger)' },
          ]}
        />
      )}
    </div>
  )
}

const toChartPoint = (point: NumberPoint, at: number): ChartPoint => ({
  ...point,
  at,
  label: point.hour === null || point.hour < '01:00' ? shortDay(point.day) : point.hour,
  full: point.hour === null ? fullDay(point.day) : `${fullDay(point.day)} ${point.hour}`,
})

interface ChartProps {
  title: string
  rows: ChartPoint[]
  kind: 'bars' | 'lines'
  series: Series[]
  /** Bars of one point on top of each other. */
  stacked?: boolean
  /** Further columns of the table. */
  tableOnly?: Series[]
}

function Chart({ title, rows, kind, series, stacked, tableOnly = [] }: ChartProps) {
  const { t } = useTranslation()
  const columns = [...series, ...tableOnly]
  const shown = rows.filter((row) => columns.some(({ key }) => row[key] !== null && row[key] !== 0) || row.locked)
  const table = {
    heads: [t('dashboard.day'), ...columns.map(({ name }) => name), t('health.locked')],
    rows: shown.map((row) => [
      row.full,
      ...columns.map(({ key, text = numberText }) => (row[key] === null ? '–' : text(row[key] as number))),
      row.locked ? t('health.yes') : '–',
    ]),
  }
  const empty = rows.every((row) => series.every(({ key }) => row[key] === null || row[key] === 0))
  const Frame = kind === 'bars' ? BarChart : LineChart
  return (
    <ChartCard title={title} empty={empty} emptyText={t('health.noPoints')} table={table}>
      <ResponsiveContainer width="100%" height={height}>
        <Frame data={rows} margin={{ top: 8, right: 8, left: -12, bottom: 0 }} barGap={0} barCategoryGap="10%">
          <CartesianGrid {...gridStyle} />
          {lockedSpans(rows).map(([from, to]) => (
            <ReferenceArea key={from} x1={from} x2={to} fill="var(--danger)" fillOpacity={0.12} />
          ))}
          <XAxis
            dataKey="at"
            {...labelAxis}
            tickFormatter={(at: number) => rows[at]?.label ?? ''}
            ticks={dayTicks(rows)}
            minTickGap={20}
          />
          <YAxis {...countAxis} tickFormatter={series[0]?.text ?? numberText} />
          <Tooltip
            {...tooltipStyle}
            itemSorter={() => 0}
            labelFormatter={(at) => rows[Number(at)]?.full ?? ''}
            formatter={(value, name) => [textOf(series, name, value), name]}
          />
          <Legend {...legendStyle} />
          {series.map(({ key, name, color }) =>
            kind === 'bars' ? (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                fill={color}
                stackId={stacked ? 'all' : undefined}
                isAnimationActive={false}
                maxBarSize={16}
              />
            ) : (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={color}
                strokeWidth={2}
                dot={{ r: 1.5, fill: color, stroke: color }}
                isAnimationActive={false}
              />
            ),
          )}
        </Frame>
      </ResponsiveContainer>
      {rows.some(({ locked }) => locked) && <p className="px-2 pt-1 text-muted">{t('health.lockedMark')}</p>}
    </ChartCard>
  )
}

const textOf = (series: Series[], name: unknown, value: unknown) =>
  (series.find((each) => each.name === name)?.text ?? numberText)(Number(value))

/** Places of midnight, for several days by the hour; else the axis chooses its places. */
function dayTicks(rows: ChartPoint[]): number[] | undefined {
  if (rows.length <= 25 || rows[0]?.hour == null) return undefined
  return rows.filter(({ day }, at) => at > 0 && rows[at - 1]?.day !== day).map(({ at }) => at)
}

/** First and last place of each run of points under a time-lock. */
function lockedSpans(rows: ChartPoint[]): [from: number, to: number][] {
  const spans: [number, number][] = []
  for (const { at, locked } of rows) {
    const last = spans.at(-1)
    if (!locked) continue
    if (last && last[1] === at - 1) last[1] = at
    else spans.push([at, at])
  }
  return spans
}
