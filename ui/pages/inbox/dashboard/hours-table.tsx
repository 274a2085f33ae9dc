import { useState } from 'react'
import type { Dashboard } from '../../../../src/features/inbox/dashboard/model'
import { ScrollArea } from '../../../components/scroll-area'
import { Segmented } from '../../../components/segmented'
import { locale } from '../../../lib/language'
import { useTranslation } from '../../../lib/use-translation'
import { minutesText, numberText } from './number-texts'

type Cell = Dashboard['hours'][number]
type Shown = 'began' | 'avgWaitTime'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** ISO 8601: 1 Monday to 7 Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Hours and weekdays in which customers came, and how long they waited; darker cells are higher. */
export function HoursTable({ cells }: { cells: Cell[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>('began')
  const choices = [
    { value: 'began' as const, label: t('dashboard.hoursBegan') },
    { value: 'avgWaitTime' as const, label: t('dashboard.waitTime') },
  ]
  return (
    <section aria-labelledby="week-hours" className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-3 px-4 py-2.5">
        <h2 id="week-hours" className="min-w-0 flex-1 font-semibold">
          {t('dashboard.weekHours')}
        </h2>
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
        <HourCell key={hour} value={valueAt(hour)} most={most} shown={shown} />
      ))}
    </tr>
  )
}

function HourCell({ value, most, shown }: { value: number | null; most: number; shown: Shown }) {
  const isEmpty = value === null || (shown === 'began' && value === 0)
  const text = value === null || isEmpty ? '–' : shown === 'began' ? numberText(value) : minutesText(value)
  const share = isEmpty ? 0 : 8 + Math.round(((value ?? 0) / most) * 32)
  return (
    <td
      className={`border border-surface px-0.5 py-1.5 text-center tabular-nums ${isEmpty ? 'text-faint' : 'text-ink'}`}
      style={share > 0 ? { background: `color-mix(in oklab, var(--info) ${share}%, var(--surface))` } : undefined}
    >
      {text}
    </td>
  )
}

/** 1 January 2024 was a Monday. */
const weekdayName = (weekday: number) =>
  new Date(Date.UTC(2024, 0, weekday)).toLocaleDateString(locale(), { weekday: 'short', timeZone: 'UTC' })
