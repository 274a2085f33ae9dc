import type { ReactNode } from 'react'
import type { Team, TeamQueue } from '../../../../src/features/inbox/team/model'
import { useTranslation } from '../../../lib/use-translation'
import { useOpenMinutesAt } from '../tickets/store/waiting'
import { nowhere, OpenTime } from './open-time'

/** Figures of all shown queues and agents. */
export function Summary({ team: { queues, agents } }: { team: Team }) {
  const { t } = useTranslation()
  const sum = (field: 'pending' | 'robot' | 'open' | 'unanswered') =>
    queues.reduce((total, queue) => total + queue[field], 0)
  const minutesAt = useOpenMinutesAt()
  const minutes = ({ waitingIn, waitingSince }: TeamQueue) => minutesAt(waitingIn ?? nowhere, waitingSince!)
  const longest = queues.filter(({ waitingSince }) => waitingSince !== null).sort((a, b) => minutes(b) - minutes(a))[0]
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-5">
      <Figure
        name={t('team.waiting')}
        value={sum('pending')}
        note={sum('robot') > 0 ? t('team.robot', { count: sum('robot') }) : undefined}
      />
      <Figure name={t('team.open')} value={sum('open')} />
      <Figure name={t('team.unanswered')} value={sum('unanswered')} />
      <Figure
        name={t('team.longest')}
        value={longest ? <OpenTime place={longest.waitingIn} since={longest.waitingSince!} /> : '–'}
      />
      <Figure
        name={t('team.agentsOnline')}
        value={agents.filter(({ online }) => online).length}
        note={t('team.ofAgents', { count: agents.length })}
      />
    </dl>
  )
}

function Figure({ name, value, note }: { name: string; value: ReactNode; note?: string | undefined }) {
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface px-4 py-3 last:max-md:col-span-2">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="mt-1 flex items-baseline gap-2 font-semibold text-2xl tabular-nums">
        {value}
        {note && <span className="font-normal text-faint text-xs">{note}</span>}
      </dd>
    </div>
  )
}
