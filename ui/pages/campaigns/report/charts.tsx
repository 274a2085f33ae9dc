import { Bar, BarChart, CartesianGrid, ErrorBar, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { shareInterval } from '../../../../src/shared/campaign/compare-variants'
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
import { useTranslation } from '../../../lib/use-translation'
import { periodsOf } from './periods'
import { countText, shareText } from './share-text'

const height = 256
const series = [
  ['sent', 'var(--info)'],
  ['delivered', 'var(--edge)'],
  ['read', 'var(--warn)'],
  ['answered', 'var(--good)'],
] as const

export const Charts = ({ report }: { report: CampaignReport }) => (
  <>
    <OverTime hours={report.hours} />
    {report.variants.length > 1 && <PerVariant variants={report.variants} />}
  </>
)

function OverTime({ hours }: Pick<CampaignReport, 'hours'>) {
  const { t } = useTranslation()
  const periods = periodsOf(hours)
  const name = (key: (typeof series)[number][0]) => t(`campaignReport.figure.${key}`)
  const table = {
    heads: [t('campaignReport.time'), ...series.map(([key]) => name(key))],
    rows: periods.map((period) => [period.label, ...series.map(([key]) => countText(period[key]))]),
  }
  return (
    <ChartCard
      title={t('campaignReport.overTime')}
      empty={periods.length === 0}
      emptyText={t('campaignReport.nothing')}
      table={table}
    >
      <ResponsiveContainer width="100%" height={height}>
        <BarChart data={periods} margin={{ top: 8, right: 8, left: -16, bottom: 0 }} barGap={1}>
          <CartesianGrid {...gridStyle} />
          <XAxis dataKey="label" {...labelAxis} minTickGap={12} />
          <YAxis {...countAxis} />
          <Tooltip {...tooltipStyle} itemSorter={() => 0} />
          <Legend {...legendStyle} />
          {series.map(([key, fill]) => (
            <Bar key={key} dataKey={key} name={name(key)} fill={fill} {...barStyle} maxBarSize={16} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </ChartCard>
  )
}

/** Shares of answers per text; the line on each bar is the interval of 95 %. */
function PerVariant({ variants }: Pick<CampaignReport, 'variants'>) {
  const { t } = useTranslation()
  const rows = variants.flatMap(({ variant, sent, answered }) => {
    const interval = shareInterval(answered, sent)
    if (!interval) return []
    const { share, low, high } = interval
    return [
      { name: t('campaignReport.variant', { n: variant }), share, low, high, interval: [share - low, high - share] },
    ]
  })
  const intervalText = (low: number, high: number) =>
    t('campaignReport.intervalText', { low: shareText(low), high: shareText(high) })
  const table = {
    heads: [t('campaignReport.variantColumn'), t('campaignReport.answeredShare'), t('campaignReport.interval')],
    rows: rows.map(({ name, share, low, high }) => [name, shareText(share), intervalText(low, high)]),
  }
  return (
    <ChartCard
      title={t('campaignReport.variantsChart')}
      empty={rows.length === 0}
      emptyText={t('campaignReport.nothing')}
      table={table}
    >
      <ResponsiveContainer width="100%" height={rows.length * 40 + 32}>
        <BarChart data={rows} layout="vertical" margin={{ top: 0, right: 24, left: 0, bottom: 0 }}>
          <CartesianGrid horizontal={false} stroke="var(--line)" />
          <XAxis
            type="number"
            domain={[0, 'dataMax']}
            tick={axisTick}
            tickFormatter={shareText}
            tickLine={false}
            axisLine={false}
          />
          <YAxis type="category" dataKey="name" width={72} tick={axisTick} tickLine={false} axisLine={false} />
          <Tooltip {...tooltipStyle} formatter={(value) => shareText(Number(value))} />
          <Bar
            dataKey="share"
            name={t('campaignReport.answeredShare')}
            fill="var(--good)"
            isAnimationActive={false}
            radius={[0, 2, 2, 0]}
            maxBarSize={18}
          >
            <ErrorBar dataKey="interval" direction="x" width={6} strokeWidth={1.5} stroke="var(--ink)" />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </ChartCard>
  )
}
