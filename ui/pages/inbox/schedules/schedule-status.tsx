import {
  CalendarClock,
  CircleAlert,
  CircleCheck,
  Clock4,
  Hourglass,
  type LucideIcon,
  Pause,
  PlugZap,
} from 'lucide-react'
import type { Schedule } from '../../../../src/features/inbox/schedules/model'
import { classes } from '../../../lib/classes'
import { formatTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

type ScheduleState = Schedule['status'] | 'late' | 'waiting' | 'paused'

function stateOf({ status, late, waitUntil, paused }: Schedule): ScheduleState {
  if (paused && status !== 'ENVIADA') return 'paused'
  if (status === 'ENVIADA' && late) return 'late'
  return waitUntil && status !== 'ENVIADA' && status !== 'ERRO' ? 'waiting' : status
}

/** Each state has an icon and a text besides its colour. */
const stateStyles: Record<ScheduleState, [tone: string, icon: LucideIcon]> = {
  PENDENTE: ['bg-info-soft text-info', CalendarClock],
  AGENDADA: ['bg-warn-soft text-warn', PlugZap],
  ENVIADA: ['bg-good-soft text-good', CircleCheck],
  late: ['bg-warn-soft text-warn', Clock4],
  waiting: ['bg-warn-soft text-warn', Hourglass],
  paused: ['bg-sunken text-muted', Pause],
  ERRO: ['bg-danger-soft text-danger-ink', CircleAlert],
}
export const toneOf = (schedule: Schedule) => stateStyles[stateOf(schedule)][0]

/** State of a scheduled message in words, with the time until which it waits. */
export function useStatusText(schedule: Schedule): string {
  const { t } = useTranslation()
  return t(`schedules.status.${stateOf(schedule)}`, { time: schedule.waitUntil ? formatTime(schedule.waitUntil) : '' })
}

export function StatusIcon({ schedule }: { schedule: Schedule }) {
  const [, Icon] = stateStyles[stateOf(schedule)]
  return <Icon aria-hidden className="size-3 shrink-0" />
}

export function StatusChip({ schedule }: { schedule: Schedule }) {
  const status = useStatusText(schedule)
  return (
    <span
      className={classes(
        'inline-flex min-h-5 min-w-0 items-center gap-1 rounded-sm px-1.5 font-medium text-xs',
        toneOf(schedule),
      )}
    >
      <StatusIcon schedule={schedule} />
      {status}
    </span>
  )
}
