import { Network } from 'lucide-react'
import { useState } from 'react'
import type { Queue, QueueUsers } from '../../../../src/features/automation/queues/model'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { AddButton, PageHead } from '../../../components/page-head'
import { GapNotice } from '../../../first-steps/gap-notice'
import { useColleagues } from '../../../lib/colleagues'
import { connections } from '../../../lib/connections'
import { useList } from '../../../lib/list'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { queues, useQueues } from '../../../lib/queues'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { HandoverDialog } from './handover-dialog'
import { OptionsDialog } from './options-dialog'
import { QueueDialog } from './queue-dialog'
import { QueueCards, QueueSkeleton, QueueTable } from './queue-rows'
import { removeQueue } from './store'

type Open =
  | { kind: 'form'; queue: Queue | null }
  | { kind: 'options'; queue: Queue }
  | { kind: 'handover'; queue: Queue; users: QueueUsers }
  | null

export function QueuesPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  useTitle(t('queues.title'))
  const close = () => setOpen(null)
  const add = () => setOpen({ kind: 'form', queue: null })
  const onRemove = async (queue: Queue) => {
    const users = await removeQueue(queue)
    if (users) setOpen({ kind: 'handover', queue, users })
  }
  return (
    <div className="page">
      <PageHead title={t('queues.title')} lead={t('queues.lead')} add={{ label: t('queues.add'), onAdd: add }} />
      <GapNotice kinds={['queueWithoutNumber', 'queueWithoutPeople']} className="mb-4" />
      <Content
        onAdd={add}
        onEdit={(queue) => setOpen({ kind: 'form', queue })}
        onOptions={(queue) => setOpen({ kind: 'options', queue })}
        onRemove={(queue) => void onRemove(queue)}
      />
      {open?.kind === 'form' && <QueueDialog queue={open.queue} onClose={close} />}
      {open?.kind === 'options' && <OptionsDialog queue={open.queue} onClose={close} />}
      {open?.kind === 'handover' && <HandoverDialog queue={open.queue} users={open.users} onClose={close} />}
    </div>
  )
}

interface Verbs {
  onEdit: (queue: Queue) => void
  onOptions: (queue: Queue) => void
  onRemove: (queue: Queue) => void
}
export interface QueueRowsProps extends Verbs {
  rows: Queue[]
  /** Names of the agents of a queue; null until they are loaded. */
  membersOf: (queue: Queue) => string[] | null
  /** Names of the numbers that offer a queue; null until they are loaded. */
  numbersOf: (queue: Queue) => string[] | null
}

function Content({ onAdd, ...verbs }: Verbs & { onAdd: () => void }) {
  const { t } = useTranslation()
  const { rows, state, failure } = useQueues()
  const { rows: people, state: peopleState } = useColleagues()
  const isWide = useMediaQuery(breakpoints.table)
  const membersOf = ({ id }: Queue) =>
    peopleState !== 'ready' && people.length === 0
      ? null
      : people.filter(({ queueIds }) => queueIds.includes(id)).map((person) => person.name)
  const numbers = useList(connections)
  const numbersOf = ({ id }: Queue) =>
    numbers.state === 'ready'
      ? numbers.rows.filter(({ queueIds }) => queueIds.includes(id)).map((number) => number.name)
      : null
  if (rows.length > 0) {
    const Rows = isWide ? QueueTable : QueueCards
    return <Rows rows={rows} membersOf={membersOf} numbersOf={numbersOf} {...verbs} />
  }
  if (state === 'failed') return <ErrorState failure={failure} onRetry={() => queues.reload()} />
  if (state !== 'ready') return <QueueSkeleton isTable={isWide} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<Network />}
        title={t('queues.emptyTitle')}
        text={t('queues.emptyText')}
        action={<AddButton label={t('queues.add')} onAdd={onAdd} />}
      />
    </div>
  )
}
