import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../../components/button'
import { IconButton } from '../../../components/icon-button'
import { SearchField } from '../../../components/search-field'
import { BareSelect } from '../../../components/select'
import { classes } from '../../../lib/classes'
import { dayOf } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { addDays, addMonths, type Day, monthName, showDay, weekOf } from './days'

export type View = 'month' | 'week'
interface Filter {
  searchParam: string
  mine: boolean
}

interface CalendarBarProps {
  day: Day
  view: View
  /** True on phones, which have only the month list. */
  phone: boolean
  filter: Filter
  onDay: (day: Day) => void
  onView: (view: View) => void
  onFilter: (filter: Filter) => void
}

/** Navigation and filters of the calendar. */
export function CalendarBar({ day, view, phone, filter, onDay, onView, onFilter }: CalendarBarProps) {
  const { t } = useTranslation()
  const shown = phone ? 'month' : view
  const move = (by: number) => onDay(shown === 'week' ? addDays(day, 7 * by) : addMonths(day, by))
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex items-center gap-1">
        <IconButton label={t('schedules.previous')} onClick={() => move(-1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton label={t('schedules.next')} onClick={() => move(1)}>
          <ChevronRight aria-hidden />
        </IconButton>
        <Button onClick={() => onDay(dayOf(new Date().toISOString()))}>{t('schedules.today')}</Button>
      </div>
      <h2
        aria-live="polite"
        className="min-w-0 flex-1 basis-28 truncate font-semibold first-letter:uppercase sm:basis-40 sm:text-lg"
      >
        {titleOf(day, shown)}
      </h2>
      <SearchField
        label={t('schedules.searchLabel')}
        onSearch={(searchParam) => onFilter({ ...filter, searchParam })}
        className="min-w-0 flex-1 basis-36 sm:w-56 sm:flex-none"
      />
      <BareSelect
        label={t('schedules.whose')}
        value={filter.mine ? 'mine' : 'all'}
        onChange={(value) => onFilter({ ...filter, mine: value === 'mine' })}
        choices={[
          { value: 'all', label: t('schedules.everybody') },
          { value: 'mine', label: t('schedules.mine') },
        ]}
        className="w-36 sm:w-40"
      />
      {!phone && <ViewSwitch view={view} onView={onView} />}
    </div>
  )
}

function titleOf(day: Day, view: View): string {
  if (view === 'month') return monthName(day)
  const week = weekOf(day)
  return `${showDay(week[0] as Day)} – ${showDay(week[6] as Day)}`
}

function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation()
  const choices = [
    ['month', t('schedules.month')],
    ['week', t('schedules.week')],
  ] as const
  return (
    <fieldset aria-label={t('schedules.view')} className="flex rounded-md border border-line bg-surface p-0.5">
      {choices.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={view === value}
          onClick={() => onView(value)}
          className={classes(
            'h-[calc(var(--control)-6px)] rounded-sm px-3 font-medium text-sm transition-colors',
            view === value ? 'bg-selected text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
