import { ListFilter } from 'lucide-react'
import type { Queue } from '../../../../src/features/automation/queues/model'
import { Button } from '../../../components/button'
import { ColorDot } from '../../../components/color-dot'
import { ErrorState } from '../../../components/error-state'
import { Popover } from '../../../components/popover'
import { SkeletonRows } from '../../../components/skeleton'
import { queues, useQueues } from '../../../lib/queues'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { filterByQueues, queueIds } from './store'

/** Queue filter of the board: all queues for admins, the user's own for others. */
export function QueueFilter() {
  const { t } = useTranslation()
  const chosen = useValue(queueIds)
  return (
    <Popover
      label={t('kanban.filter')}
      className="w-64 p-1!"
      trigger={
        <Button icon={<ListFilter aria-hidden />}>
          {chosen.length > 0 ? t('kanban.filtered', { count: chosen.length }) : t('kanban.allQueues')}
        </Button>
      }
    >
      <Choices />
    </Popover>
  )
}

function Choices() {
  const me = useMe()
  return me.profile === 'admin' ? <AllQueueChoices /> : <QueueChoices offered={me.queues} />
}

function AllQueueChoices() {
  const { rows, state, failure } = useQueues()
  if (state === 'failed') return <ErrorState failure={failure} onRetry={queues.reload} />
  if (state !== 'ready' && rows.length === 0) return <SkeletonRows rows={3} avatar={false} />
  return <QueueChoices offered={rows} />
}

function QueueChoices({ offered }: { offered: readonly Pick<Queue, 'id' | 'name' | 'color'>[] }) {
  const { t } = useTranslation()
  const chosen = useValue(queueIds)
  const toggle = (id: number) =>
    filterByQueues(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <div className="max-h-80 overflow-y-auto">
      <Choice label={t('kanban.allQueues')} checked={chosen.length === 0} onToggle={() => filterByQueues([])} />
      {offered.map(({ id, name, color }) => (
        <Choice key={id} label={name} color={color} checked={chosen.includes(id)} onToggle={() => toggle(id)} />
      ))}
    </div>
  )
}

function Choice(props: { label: string; color?: string; checked: boolean; onToggle: () => void }) {
  const { label, color, checked, onToggle } = props
  return (
    <label className="flex min-h-control cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2">
      <input type="checkbox" checked={checked} onChange={onToggle} className="size-4 accent-accent outline-none" />
      {color && <ColorDot color={color} />}
      <span className="truncate">{label}</span>
    </label>
  )
}
