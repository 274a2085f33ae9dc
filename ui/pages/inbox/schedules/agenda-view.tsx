import { useTranslation } from '../../../lib/use-translation'
import { sameMonth, showDay, weekday } from './days'
import type { ViewProps } from './month-view'
import { ScheduleCard } from './schedule-card'

/** Month as a list of the days with scheduled messages, for phones. */
export function AgendaView({ day, today, byDay, onOpen }: Pick<ViewProps, 'day' | 'today' | 'byDay' | 'onOpen'>) {
  const { t } = useTranslation()
  const days = [...byDay.keys()].filter((one) => sameMonth(one, day))
  return (
    <div className="flex flex-col gap-4">
      {days.map((one) => (
        <section key={one} aria-labelledby={`day-${one}`}>
          <h2 id={`day-${one}`} className="mb-1.5 flex items-baseline gap-2 font-semibold">
            <span className="tabular-nums">{showDay(one)}</span>
            <span className="font-normal text-muted text-sm">
              {weekday(one)}
              {one === today && ` · ${t('common.today')}`}
            </span>
          </h2>
          <div className="flex flex-col gap-2">
            {byDay.get(one)?.map((schedule) => (
              <ScheduleCard key={schedule.id} schedule={schedule} onOpen={onOpen} wide />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
