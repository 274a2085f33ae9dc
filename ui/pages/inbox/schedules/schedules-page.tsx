import { CalendarClock } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Schedule } from '../../../../src/features/inbox/schedules/model'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { SkeletonRows } from '../../../components/skeleton'
import { useList } from '../../../lib/list'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { toSchedules } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { dayOf } from '../../../lib/time'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { PlaceTabs } from '../../../navigation/place-tabs'
import { AgendaView } from './agenda-view'
import { CalendarBar, type View } from './calendar-bar'
import { type Day, monthDays, monthOf, weekOf } from './days'
import { MonthView } from './month-view'
import { ScheduleDialog } from './schedule-dialog'
import { schedules, showRange, useSchedulesLive } from './store'
import { useContactFromAddress } from './use-contact-from-address'
import { WeekView } from './week-view'

/** Message in the dialog, or a new one for a day. */
type OpenDialog = { schedule: Schedule } | { day?: Day } | null

export function SchedulesPage() {
  const { t } = useTranslation()
  useTitle(t('schedules.title'))
  if (useMe().company.plan.useSchedules) return <Schedules />
  return <EmptyState isPage icon={<CalendarClock />} title={t('schedules.noPlan')} text={t('schedules.noPlanText')} />
}

function Schedules() {
  const { t } = useTranslation()
  const phone = useMediaQuery(breakpoints.phone)
  const [view, setView] = useState<View>('month')
  const [day, setDay] = useState(() => dayOf(new Date().toISOString()))
  const [filter, setFilter] = useState({ searchParam: '', mine: false })
  const [open, setOpen] = useState<OpenDialog>(null)
  const fromAddress = useFormFromAddress()
  useSchedulesLive()
  const { from, to } = rangeOf(day, phone ? 'agenda' : view)
  useEffect(() => showRange({ from, to, ...filter }), [from, to, filter])
  // Clears the list on unmount, so that the next visit loads it again.
  useEffect(() => schedules.clear, [])

  const showDayIn = (next: Day, as: View) => {
    setDay(next)
    setView(as)
  }
  const dialog = fromAddress.contact ? { contact: fromAddress.contact } : open
  return (
    <div className="flex min-h-full w-full flex-col p-4 sm:h-full sm:p-6">
      <PageHead
        title={t('navigation.agenda')}
        lead={<ScheduleCount />}
        add={{ label: t('schedules.add'), onAdd: () => setOpen({}) }}
      />
      <PlaceTabs place="navigation.agenda" />
      <CalendarBar
        day={day}
        view={view}
        phone={phone}
        filter={filter}
        onDay={setDay}
        onView={setView}
        onFilter={setFilter}
      />
      <Calendar
        view={phone ? 'agenda' : view}
        day={day}
        onDay={setDay}
        onAdd={(day) => setOpen({ day })}
        onOpen={(schedule) => setOpen({ schedule })}
        onWeek={(day) => showDayIn(day, 'week')}
      />
      {dialog && (
        <ScheduleDialog
          {...dialog}
          onClose={() => {
            setOpen(null)
            fromAddress.close()
          }}
        />
      )}
    </div>
  )
}

function ScheduleCount() {
  const { t } = useTranslation()
  const { count } = useList(schedules)
  return <span role="status">{count === undefined ? t('schedules.lead') : t('schedules.count', { count })}</span>
}

/** Days on screen: the grid of the month has days of its neighbours, the list of a phone has none. */
function rangeOf(day: Day, view: View | 'agenda') {
  const days = view === 'week' ? weekOf(day) : view === 'month' ? monthOf(day).flat() : monthDays(day)
  return { from: days[0] as Day, to: days.at(-1) as Day }
}

interface CalendarProps {
  view: View | 'agenda'
  day: Day
  onDay: (day: Day) => void
  onAdd: (day: Day) => void
  onOpen: (schedule: Schedule) => void
  onWeek: (day: Day) => void
}

function Calendar({ view, onWeek, ...handlers }: CalendarProps) {
  const { t } = useTranslation()
  const { rows, state, failure } = useList(schedules)
  const byDay = useMemo(() => Map.groupBy(rows, ({ sendAt }) => dayOf(sendAt)), [rows])
  const today = dayOf(new Date().toISOString())
  if (state === 'failed') return <ErrorState failure={failure} onRetry={() => schedules.reload()} />
  if (view === 'month') return <MonthView today={today} byDay={byDay} onWeek={onWeek} {...handlers} />
  if (view === 'week') return <WeekView today={today} byDay={byDay} {...handlers} />
  if (rows.length > 0) return <AgendaView today={today} byDay={byDay} {...handlers} />
  if (state !== 'ready') return <SkeletonRows rows={4} avatar={false} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState icon={<CalendarClock />} title={t('schedules.emptyTitle')} text={t('schedules.emptyText')} />
    </div>
  )
}

/** `?contactId=` opens the form for that contact; closing the form removes it from the address. */
function useFormFromAddress() {
  const [, navigate] = useLocation()
  const id = Number(new URLSearchParams(useSearch()).get('contactId'))
  const contact = useContactFromAddress(id > 0 ? id : null)
  const close = () => {
    if (id > 0) navigate(toSchedules(), { replace: true })
  }
  return { contact, close }
}
