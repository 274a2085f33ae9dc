import type { Part } from '../../../../src/features/inbox/dashboard/part-model'
import { type PeriodFigure, type ReportPart, reportPartNames, reportParts } from '../../../../src/shared/report-figures'
import { Button } from '../../../components/button'
import { ColorDot } from '../../../components/color-dot'
import { ScrollArea } from '../../../components/scroll-area'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { PartsExportMenu } from './export-menu'
import { FigureLink } from './figure-link'
import { minutesText, numberText, ratingText } from './number-texts'
import { SortHeadings } from './sort-headings'
import { division, partsOrder } from './store'
import { useParts } from './use-parts'

const columns = ['name', 'began', 'finished', 'avgResponseTime', 'late', 'rating', 'ratings'] as const

/** Figures of the period by queue, person, tag, number and campaign: one table with a tab for each. */
export function PartsTable() {
  const { t } = useTranslation()
  const by = useValue(division)
  const order = useValue(partsOrder)
  const { parts, count, more } = useParts(by, order)
  const tabs = reportPartNames.map((value) => ({ value, label: t(`dashboard.by.${value}`) }))
  return (
    <section aria-labelledby="parts" className="rounded-lg border border-line bg-surface">
      <div className="flex items-center gap-2 py-1 pr-2 pl-4">
        <h2 id="parts" className="min-w-0 flex-1 font-semibold">
          {t('dashboard.parts')}
        </h2>
        <PartsExportMenu by={by} sort={order.by} order={order.down ? 'desc' : 'asc'} />
      </div>
      <div className="overflow-x-auto px-4">
        <div className="min-w-md">
          <Tabs
            label={t('dashboard.parts')}
            id="report-parts"
            tabs={tabs}
            value={by}
            onChange={(next) => (division.value = next)}
            size="sm"
          />
        </div>
      </div>
      <div {...tabPanelProps('report-parts', by)}>
        <ScrollArea
          label={t(`dashboard.by.${by}`)}
          className="scroll-hint rounded-none! border-x-0! border-t-0! border-b-0!"
        >
          <table className="w-full min-w-3xl text-sm">
            <thead className="text-muted table-head-line">
              <SortHeadings
                columns={columns}
                nameOf={(column) =>
                  column === 'name' ? t(`dashboard.part.head.${by}`) : t(`dashboard.part.${column}`)
                }
                order={order}
                onOrder={(next) => (partsOrder.value = next)}
              />
            </thead>
            <tbody className="divide-y divide-line">
              {parts.map((part) => (
                <PartRow key={part.id} part={part} by={by} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
        {count === 0 && <p className="p-6 text-center text-muted text-sm">{t('dashboard.nothing')}</p>}
        {more && (
          <p className="p-3 text-center">
            <Button onClick={more}>{t('dashboard.moreParts')}</Button>
          </p>
        )}
        {(by === 'tag' || by === 'campaign') && (
          <p className="px-4 py-2.5 text-faint text-xs">{t(`dashboard.partNote.${by}`)}</p>
        )}
      </div>
    </section>
  )
}

function PartRow({ part, by }: { part: Part; by: ReportPart }) {
  const { t } = useTranslation()
  const name = part.name || t(`dashboard.part.none.${by}`)
  const filter = { [reportParts[by]]: part.id, of: name }
  const cell = 'px-4 py-2 text-right tabular-nums'
  const count = (figure: PeriodFigure, value: number) => (
    <td className={cell}>
      {value > 0 ? (
        <FigureLink figure={figure} {...filter}>
          {numberText(value)}
        </FigureLink>
      ) : (
        numberText(0)
      )}
    </td>
  )
  return (
    <tr>
      <th scope="row" className="px-4 py-2 text-left font-normal">
        <span className="flex items-center gap-2">
          {part.color && <ColorDot color={part.color} />}
          <span className="max-w-64 truncate">{name}</span>
        </span>
      </th>
      {count('began', part.began)}
      {count('finished', part.finished)}
      <td className={cell}>{minutesText(part.avgResponseTime)}</td>
      {count('late', part.late)}
      <td className={cell}>{ratingText(part.rating)}</td>
      {count('rated', part.ratings)}
    </tr>
  )
}
