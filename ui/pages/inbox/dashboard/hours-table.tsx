import { useState } from 'react'
import type { Dashboard } from '../../../../src/features/inbox/dashboard/model'
import { ScrollArea } from '../../../components/scroll-area'
import { Segmented } from '../../../components/segmented'
import { locale } from '../../../lib/language'
import { useTranslation } from '../../../lib/use-translation'
import { FigureLink } from './figure-link'
import { minutesText, numberText } from './number-texts'

type Cell = Dashboard['hours'][number]
type Shown = 'began' | 'avgWaitTime'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** ISO 8601: 1 Monday to 7 Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Hours and weekdays in which customers came, and how long they waited; a stronger colour is a higher value. */
export function HoursTable({ cells }: { cells: Cell[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>('began')
  const choices = [
    { value: 'began' as const, label: t('dashboard.hoursBegan') },
    { value: 'avgWaitTime' as const, label: t('dashboard.waitTime') },
  ]
  return (
    <section className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-3 px-4 py-2.5">
        <h2 className="min-w-0 flex-1 font-semibold">{t('dashboard.weekHours')}</h2>
        <Segmented label={t('dashboard.hoursShown')} choices={choices} value={shown} onChange={setShown} />
      </div>
      <ScrollArea label={t('dashboard.weekHours')} className="scroll-hint rounded-none! border-x-0! border-b-0!">
        <table className="w-full min-w-4xl table-fixed text-2xs">
          <Hours />
          <tbody>
            {weekdays.map((weekday) => (
              <Weekday key={weekday} weekday={weekday} cells={cells} shown={shown} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className="px-4 py-2.5 text-faint text-xs">{t(`dashboard.hoursNote.${shown}`)}</p>
    </section>
  )
}

function Hours() {
  const { t } = useTranslation()
  return (
    <thead className="text-muted">
      <tr>
        <th scope="col" className="w-20 px-4 py-1.5 text-left font-medium">
          {t('dashboard.day')}
        </th>
        {hours.map((hour) => (
          <th key={hour} scope="col" className="py-1.5 text-center font-medium tabular-nums">
            {t('dashboard.oclock', { hour })}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Weekday({ weekday, cells, shown }: { weekday: number; cells: Cell[]; shown: Shown }) {
  const most = Math.max(...cells.map((cell) => cell[shown] ?? 0), 1)
  const valueAt = (hour: number) =>
    cells.find((cell) => cell.weekday === weekday && cell.hour === hour)?.[shown] ?? null
  return (
    <tr>
      <th scope="row" className="px-4 py-1 text-left font-normal text-sm">
        {weekdayName(weekday)}
      </th>
      {hours.map((hour) => (
        <HourCell key={hour} place={{ weekday, hour }} value={valueAt(hour)} most={most} shown={shown} />
      ))}
    </tr>
  )
}

interface HourProps {
  place: { weekday: number; hour: number }
  value: number | null
  most: number
  shown: Shown
}

function HourCell({ place, value, most, shown }: HourProps) {
  const { t } = useTranslation()
  const isEmpty = !value && (value === null || shown === 'began')
  const of = `${weekdayName(place.weekday)} ${t('dashboard.oclock', { hour: place.hour })}`
  return (
    <td
      className={`border border-surface px-0.5 py-1.5 text-center tabular-nums ${isEmpty ? 'text-faint' : 'text-ink'}`}
      style={isEmpty ? undefined : shade((value ?? 0) / most)}
    >
      {isEmpty ? (
        '–'
      ) : (
        <FigureLink figure={figures[shown]} {...place} of={of}>
          {shown === 'began' ? numberText(value ?? 0) : minutesText(value)}
        </FigureLink>
      )}
    </td>
  )
}

const figures = { began: 'began', avgWaitTime: 'waited' } as const

/** Ground of a cell, from 8 % of the colour to 40 %. */
const shade = (share: number) => ({
  background: `color-mix(in oklab, var(--info) ${8 + Math.round(share * 32)}%, var(--surface))`,
})

/** 1 January 2024 was a Monday. */
const weekdayName = (weekday: number) =>
  new Date(Date.UTC(2024, 0, weekday)).toLocaleDateString(locale(), { weekday: 'short', timeZone: 'UTC' })
