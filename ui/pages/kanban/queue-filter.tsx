import { ListFilter } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/button'
import { Popover } from '../../components/popover'
import { SkeletonRows } from '../../components/skeleton'
import { api, ask } from '../../lib/api'
import { useMe } from '../../lib/session'
import { toastError } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { narrow, queueIds } from './store'

interface Queue {
  id: number
  name: string
  color: string
}

/** Which queues the board shows: an admin's are all there are, everybody else's are their own. */
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
  const { t } = useTranslation()
  const chosen = useValue(queueIds)
  const queues = useQueues()
  if (!queues) return <SkeletonRows rows={3} avatar={false} />
  const toggle = (id: number) => narrow(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <div className="max-h-80 overflow-y-auto">
      <Choice label={t('kanban.allQueues')} checked={chosen.length === 0} onToggle={() => narrow([])} />
      {queues.map(({ id, name, color }) => (
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
      {color && <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: color }} />}
      <span className="truncate">{label}</span>
    </label>
  )
}

/** Null while they load. */
function useQueues(): Queue[] | null {
  const me = useMe()
  const [all, setAll] = useState<Queue[] | null>(null)
  const isAdmin = me.profile === 'admin'
  useEffect(() => {
    if (!isAdmin) return
    ask(api.queue.get()).then(({ queues }) => setAll(queues), toastError)
  }, [isAdmin])
  return isAdmin ? all : me.queues
}
