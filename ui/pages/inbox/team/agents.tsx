import type { TeamAgent } from '../../../../src/features/inbox/team/model'
import { Avatar } from '../../../components/avatar'
import { Badge } from '../../../components/badge'
import { TalkButton } from '../../../components/talk-button'
import { classes } from '../../../lib/classes'
import { formatDate, formatTime, relativeDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { OpenTime } from './open-time'

/** Agents with their state, online ones first. */
export function Agents({ agents }: { agents: TeamAgent[] }) {
  const { t } = useTranslation()
  const sorted = [...agents].sort((a, b) => Number(b.online) - Number(a.online))
  return (
    <section aria-labelledby="team-agents" className="rounded-lg border border-line bg-surface">
      <h2 id="team-agents" className="border-line border-b px-4 py-3 font-semibold">
        {t('team.agents')}
      </h2>
      <ul className="divide-y divide-line">
        {sorted.map((agent) => (
          <Row key={agent.id} agent={agent} />
        ))}
      </ul>
    </section>
  )
}

function Row({ agent }: { agent: TeamAgent }) {
  const { t } = useTranslation()
  const { name, online, away, isFull, open, unanswered, waitingSince, waitingIn } = agent
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2">
      <span className="relative flex">
        <Avatar name={name} size="md" />
        <span
          aria-hidden
          className={classes(
            'absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-surface',
            !online ? 'bg-edge' : away ? 'bg-warn' : 'bg-good',
          )}
        />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <State agent={agent} />
      </span>
      <span className="shrink-0 text-right text-sm tabular-nums">
        <span className="flex items-center justify-end gap-2">
          {isFull && <Badge tone="warn">{t('team.full')}</Badge>}
          {t('team.openOf', { count: open })}
        </span>
        {waitingSince && (
          <span className="block text-muted text-xs">
            {t('team.unansweredOf', { count: unanswered })} · <OpenTime place={waitingIn} since={waitingSince} />
          </span>
        )}
      </span>
      <TalkButton person={agent} />
    </li>
  )
}

function State({ agent: { online, away, lastSeenAt } }: { agent: TeamAgent }) {
  const { t } = useTranslation()
  if (online && away) return <span className="block text-sm text-warn">{t('team.away')}</span>
  if (online) return <span className="block text-good text-sm">{t('team.online')}</span>
  if (!lastSeenAt) return <span className="block text-muted text-sm">{t('team.offline')}</span>
  const isToday = relativeDay(lastSeenAt) === 'today'
  const lastSeenText = isToday
    ? t('team.lastSeen', { time: formatTime(lastSeenAt) })
    : t('team.lastSeenAt', { time: formatDate(lastSeenAt) })
  return (
    <span className="block text-muted text-sm">
      {t('team.offline')} · {lastSeenText}
    </span>
  )
}
