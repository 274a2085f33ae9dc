import { Plus } from 'lucide-react'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { useDayKeys } from './day-keys'
import { showDay, spokenDay, weekday, weekOf } from './days'
import type { ViewProps } from './month-view'
import { ScheduleCard } from './schedule-card'

/** Week with one column per day; a click on a day's head adds a message. */
export function WeekView({ day, today, byDay, onDay, onAdd, onOpen }: ViewProps) {
  const { t } = useTranslation()
  const { board, onKeyDown } = useDayKeys(day, onDay, onAdd)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the days' buttons.
    <div
      ref={board}
      onKeyDown={onKeyDown}
      className="grid min-h-72 flex-1 grid-cols-7 divide-x divide-line overflow-hidden rounded-lg border border-line bg-surface"
    >
      {weekOf(day).map((one) => (
        <section key={one} aria-label={spokenDay(one)} className="flex min-h-0 min-w-0 flex-col">
          <button
            type="button"
            data-day={one}
            tabIndex={one === day ? 0 : -1}
            aria-current={one === today ? 'date' : undefined}
            onFocus={() => onDay(one)}
            onClick={() => onAdd(one)}
            className="group flex h-12 shrink-0 items-center justify-between gap-1 border-line border-b px-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="sr-only">{t('schedules.addOn', { day: showDay(one) })}</span>
            <span aria-hidden className="min-w-0">
              <span className="block truncate text-faint text-xs">{weekday(one, 'short')}</span>
              <span
                className={classes('block font-semibold tabular-nums', one === today && 'text-accent-ink underline')}
              >
                {showDay(one).slice(0, 5)}
              </span>
            </span>
            <Plus
              aria-hidden
              className="size-4 shrink-0 text-muted opacity-0 group-hover:opacity-100 group-focus:opacity-100"
            />
          </button>
          <div className="flex min-h-0 flex-1 flex-col gap-1.5 overflow-y-auto bg-ground p-1.5">
            {byDay.get(one)?.map((schedule) => (
              <ScheduleCard key={schedule.id} schedule={schedule} onOpen={onOpen} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
