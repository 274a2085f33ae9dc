import { CalendarClock, CircleAlert, CircleCheck, Clock4, type LucideIcon, PlugZap } from 'lucide-react'
import type { Schedule } from '../../../src/features/schedules/model'
import { classes } from '../../lib/classes'
import { useTranslation } from '../../lib/use-translation'

type ScheduleState = Schedule['status'] | 'late'
export const stateOf = ({ status, late }: Pick<Schedule, 'status' | 'late'>): ScheduleState =>
  status === 'ENVIADA' && late ? 'late' : status

/** Each state has an icon and a text besides its colour. */
const stateStyles: Record<ScheduleState, [tone: string, icon: LucideIcon]> = {
  PENDENTE: ['bg-info-soft text-info', CalendarClock],
  AGENDADA: ['bg-warn-soft text-warn', PlugZap],
  ENVIADA: ['bg-good-soft text-good', CircleCheck],
  late: ['bg-warn-soft text-warn', Clock4],
  ERRO: ['bg-danger-soft text-danger-ink', CircleAlert],
}
export const toneOf = (schedule: Schedule) => stateStyles[stateOf(schedule)][0]

export function StatusIcon({ schedule }: { schedule: Schedule }) {
  const [, Icon] = stateStyles[stateOf(schedule)]
  return <Icon aria-hidden className="size-3 shrink-0" />
}

export function StatusChip({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation()
  return (
    <span
      className={classes(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-1.5 font-medium text-xs',
        toneOf(schedule),
      )}
    >
      <StatusIcon schedule={schedule} />
      {t(`schedules.status.${stateOf(schedule)}`)}
    </span>
  )
}
