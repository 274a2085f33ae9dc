// biome-ignore-start lint/a11y/useSemanticElements: a table has no keyboard support; this is the ARIA grid pattern.
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { Schedule } from '../../../../src/features/inbox/schedules/model'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { formatTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useDayKeys } from './day-keys'
import { type Day, monthName, monthOf, sameMonth, showDay, spokenDay, weekday } from './days'
import { StatusIcon, toneOf, useStatusText } from './schedule-status'

export interface ViewProps {
  /** Day with the focus. */
  day: Day
  today: Day
  byDay: ReadonlyMap<Day, Schedule[]>
  onDay: (day: Day) => void
  onAdd: (day: Day) => void
  onOpen: (schedule: Schedule) => void
}
const maxShown = 3

/** Month as a grid with one tab stop: arrow keys between days, Enter adds a message. */
export function MonthView({ onWeek, ...view }: ViewProps & { onWeek: (day: Day) => void }) {
  const { day, onDay, onAdd } = view
  const { board, onKeyDown } = useDayKeys(day, onDay, onAdd)
  const weeks = monthOf(day)
  useEffect(() => showToday(board.current), [board])
  return (
    <div
      ref={board}
      role="grid"
      tabIndex={-1}
      aria-label={monthName(day)}
      onKeyDown={onKeyDown}
      className="flex min-h-72 flex-1 scroll-pt-8 flex-col overflow-y-auto overflow-x-hidden rounded-lg border border-line bg-surface"
    >
      <div
        role="row"
        tabIndex={-1}
        className="sticky top-0 z-10 grid shrink-0 grid-cols-7 border-line border-b bg-surface"
      >
        {weeks[0]?.map((one) => (
          <div key={one} role="columnheader" tabIndex={-1} className="px-2 py-1.5 text-faint text-xs">
            <span aria-hidden>{weekday(one, 'short')}</span>
            <span className="sr-only">{weekday(one)}</span>
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div
          key={week[0]}
          role="row"
          tabIndex={-1}
          className="grid min-h-26 flex-1 grid-cols-7 divide-x divide-line border-line not-last:border-b"
        >
          {week.map((one) => (
            <DayCell key={one} one={one} onWeek={onWeek} {...view} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Scrolls to today in a window lower than the month. */
function showToday(grid: HTMLElement | null) {
  const today = grid?.querySelector('[aria-current=date]')
  if (!grid || !today) return
  const { bottom } = today.getBoundingClientRect()
  grid.scrollTop += Math.max(0, bottom - grid.getBoundingClientRect().bottom)
}

function DayCell({
  one,
  day,
  today,
  byDay,
  onAdd,
  onDay,
  onOpen,
  onWeek,
}: ViewProps & { one: Day; onWeek: (day: Day) => void }) {
  const { t } = useTranslation()
  const events = byDay.get(one) ?? []
  const shown = events.length > maxShown ? events.slice(0, maxShown - 1) : events
  const isSelected = one === day
  const label =
    events.length > 0 ? t('schedules.dayLabel', { day: spokenDay(one), count: events.length }) : spokenDay(one)
  return (
    <div
      role="gridcell"
      data-day={one}
      tabIndex={isSelected ? 0 : -1}
      aria-current={one === today ? 'date' : undefined}
      onFocus={({ target, currentTarget }) => target === currentTarget && onDay(one)}
      onDoubleClick={({ target, currentTarget }) => target === currentTarget && onAdd(one)}
      className={classes(
        'group relative flex min-w-0 flex-col gap-0.5 p-1 focus-visible:-outline-offset-2',
        !sameMonth(one, day) && 'bg-ground text-faint',
      )}
    >
      <div className="pointer-events-none flex h-6 items-center justify-between">
        <span
          className={classes(
            'flex h-6 min-w-6 items-center justify-center rounded-full px-1 text-sm tabular-nums',
            one === today && 'bg-accent font-semibold text-on-accent',
          )}
        >
          <span aria-hidden>{Number(one.slice(8))}</span>
          <span className="sr-only">{label}</span>
        </span>
        <IconButton
          size="sm"
          label={t('schedules.addOn', { day: showDay(one) })}
          tabIndex={isSelected ? 0 : -1}
          onClick={() => onAdd(one)}
          className="pointer-events-auto size-6! opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 [&_svg]:size-4!"
        >
          <Plus aria-hidden />
        </IconButton>
      </div>
      {shown.map((schedule) => (
        <Event key={schedule.id} schedule={schedule} reachable={isSelected} onOpen={onOpen} />
      ))}
      {events.length > shown.length && (
        <button
          type="button"
          tabIndex={isSelected ? 0 : -1}
          onClick={() => onWeek(one)}
          className="truncate rounded-sm px-1 text-left text-muted text-xs hover:bg-hover"
        >
          {t('schedules.more', { count: events.length - shown.length })}
        </button>
      )}
    </div>
  )
}

function Event({
  schedule,
  reachable,
  onOpen,
}: {
  schedule: Schedule
  reachable: boolean
  onOpen: ViewProps['onOpen']
}) {
  const { sendAt, contact } = schedule
  const status = useStatusText(schedule)
  return (
    <button
      type="button"
      tabIndex={reachable ? 0 : -1}
      title={`${formatTime(sendAt)} ${contact.name} · ${status}`}
      onClick={() => onOpen(schedule)}
      className={classes('flex min-w-0 items-center gap-1 rounded-sm px-1 py-0.5 text-left text-xs', toneOf(schedule))}
    >
      <StatusIcon schedule={schedule} />
      <span className="tabular-nums">{formatTime(sendAt)}</span>
      <span className="truncate">{contact.name}</span>
      <span className="sr-only">, {status}</span>
    </button>
  )
}
// biome-ignore-end lint/a11y/useSemanticElements: end of the grid.
