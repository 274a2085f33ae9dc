import type { ReactNode } from 'react'
import type { Team, TeamQueue } from '../../../../src/features/inbox/team/model'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { numberText } from '../dashboard/number-texts'
import { useOpenMinutesAt } from '../tickets/store/waiting'
import { nowhere, OpenTime } from './open-time'

/** Figures of all shown queues and agents. Customers of the robot do not count as waiting. */
export function Summary({ team: { queues, agents } }: { team: Team }) {
  const { t } = useTranslation()
  const sum = (field: 'pending' | 'robot' | 'open' | 'unanswered' | 'late') =>
    queues.reduce((total, queue) => total + queue[field], 0)
  const longest = useLongestWait(queues)
  const online = agents.filter((agent) => agent.online)
  const away = online.filter((agent) => agent.away).length
  const available = online.length - away
  const late = sum('late')
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-line max-md:gap-px md:grid-cols-5 md:gap-x-px">
      <Figure
        name={t('team.waitForAnswer')}
        value={sum('pending') + sum('unanswered')}
        note={
          <>
            {t('team.whereTheyWait', { pending: numberText(sum('pending')), open: numberText(sum('unanswered')) })}
            {longest && (
              <span className="block">
                {t('team.longestNote')} <OpenTime place={longest.waitingIn} since={longest.waitingSince!} />
              </span>
            )}
          </>
        }
      />
      <Figure name={t('team.lateFigure')} value={late} isAlarm={late > 0} />
      <Figure name={t('team.withRobot')} value={sum('robot')} note={t('team.robotNote')} />
      <Figure name={t('team.open')} value={sum('open')} note={t('team.openNote')} />
      <Figure
        name={t('team.agents')}
        value={available}
        of={t('team.ofAgents', { count: agents.length })}
        note={
          away > 0 ? t('team.availableAway', { count: available, away }) : t('team.available', { count: available })
        }
      />
    </dl>
  )
}

/** Queue with the longest wait in open time; undefined without a wait. */
function useLongestWait(queues: TeamQueue[]): TeamQueue | undefined {
  const minutesAt = useOpenMinutesAt()
  const minutes = ({ waitingIn, waitingSince }: TeamQueue) => minutesAt(waitingIn ?? nowhere, waitingSince!)
  return queues.filter(({ waitingSince }) => waitingSince !== null).sort((a, b) => minutes(b) - minutes(a))[0]
}

interface FigureProps {
  name: string
  value: number
  /** Words after the figure: the whole of which it is a part. */
  of?: string
  note?: ReactNode
  isAlarm?: boolean
}

function Figure({ name, value, of, note, isAlarm = false }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col bg-surface px-4 py-3 last:max-md:col-span-2">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className={classes('mt-1 font-semibold text-2xl tabular-nums', isAlarm && 'text-danger-ink')}>
        {numberText(value)}
        {of && <span className="ml-1 font-normal text-muted text-sm">{of}</span>}
      </dd>
      <dd className="text-faint text-xs">{note}</dd>
    </div>
  )
}
