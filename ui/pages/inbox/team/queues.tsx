import type { ReactNode } from 'react'
import type { TeamQueue } from '../../../../src/features/inbox/team/model'
import { FiguresTable } from '../../../components/figures-table'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { numberText } from '../dashboard/number-texts'
import { OpenTime } from './open-time'

/** One row per queue: waiting customers, longest wait, open tickets with the unanswered ones, and late ones. */
export function Queues({ queues }: { queues: TeamQueue[] }) {
  const { t } = useTranslation()
  return (
    <div className="rounded-lg border border-line bg-surface">
      <h2 className="px-4 py-3 font-semibold">{t('team.queues')}</h2>
      <ul className="divide-y divide-line border-line border-t sm:hidden">
        {queues.map((queue) => (
          <Card key={queue.id ?? 0} queue={queue} />
        ))}
      </ul>
      <FiguresTable
        label={t('team.queues')}
        columns={[
          t('dashboard.queue'),
          t('team.inQueue'),
          t('team.longest'),
          t('team.openColumn'),
          t('team.lateColumn'),
        ]}
        minWidth="min-w-104"
        isDense
        className="max-sm:hidden"
      >
        {queues.map((queue) => (
          <Row key={queue.id ?? 0} queue={queue} />
        ))}
      </FiguresTable>
    </div>
  )
}

/** Figures of a queue on a phone, where the table does not fit. */
function Card({ queue }: { queue: TeamQueue }) {
  const { t } = useTranslation()
  const { pending, open, unanswered, late, waitingSince, waitingIn } = queue
  return (
    <li className="px-4 py-3">
      <QueueTitle queue={queue} />
      <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-2 text-sm">
        <Value name={t('team.inQueue')} value={numberText(pending)} />
        <Value
          name={t('team.longest')}
          value={waitingSince ? <OpenTime place={waitingIn} since={waitingSince} /> : '–'}
        />
        <Value name={t('team.lateColumn')} value={numberText(late)} isAlarm={late > 0} />
        <Value name={t('team.openColumn')} value={numberText(open)} />
        <Value name={t('team.unanswered')} value={numberText(unanswered)} />
      </dl>
    </li>
  )
}

function Value({ name, value, isAlarm }: { name: string; value: ReactNode; isAlarm?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className={classes('tabular-nums', isAlarm && 'font-semibold text-danger-ink')}>{value}</dd>
    </div>
  )
}

function QueueTitle({ queue: { name, color } }: { queue: TeamQueue }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span
        aria-hidden
        className="size-2.5 shrink-0 rounded-full border border-edge"
        style={color ? { background: color, borderColor: 'transparent' } : undefined}
      />
      <span className="min-w-0 truncate">{name || t('team.noQueue')}</span>
    </span>
  )
}

function Row({ queue }: { queue: TeamQueue }) {
  const { t } = useTranslation()
  const { pending, robot, open, unanswered, late, waitingSince, waitingIn } = queue
  const cell = 'whitespace-nowrap px-2 py-1.5 text-right tabular-nums last:pr-4'
  return (
    <tr className="h-12">
      <th scope="row" className="w-full max-w-0 py-1.5 pr-2 pl-4 text-left font-normal">
        <QueueTitle queue={queue} />
      </th>
      <td className={cell}>
        {numberText(pending)}
        {robot > 0 && <span className="block text-faint text-xs">{t('team.robot', { count: robot })}</span>}
      </td>
      <td className={cell}>{waitingSince ? <OpenTime place={waitingIn} since={waitingSince} /> : '–'}</td>
      <td className={cell}>
        {numberText(open)}
        {unanswered > 0 && (
          <span className="block text-faint text-xs">{t('team.unansweredOf', { count: unanswered })}</span>
        )}
      </td>
      <td className={classes(cell, late > 0 && 'font-semibold text-danger-ink')}>{numberText(late)}</td>
    </tr>
  )
}
