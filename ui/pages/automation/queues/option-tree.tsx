import { Plus } from 'lucide-react'
import type { Queue } from '../../../../src/features/automation/queues/model'
import type { QueueOption } from '../../../../src/features/automation/queues/options/model'
import { ColorDot } from '../../../components/color-dot'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { optionsOf, type QueueOptionTree } from './option-requests'
import { OptionRow } from './option-row'
import type { ChosenOption } from './options-dialog'

export interface TreeProps {
  tree: QueueOptionTree
  options: QueueOption[]
  editing: boolean
  chosen: ChosenOption
  onChoose: (chosen: ChosenOption) => void
}

/** Menu of a queue as a tree; its root is the queue with its greeting. */
export function OptionTree({ queue, ...props }: TreeProps & { queue: Queue }) {
  const { t } = useTranslation()
  const isChosen = props.chosen.id === null && !props.chosen.adding
  return (
    <div>
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={() => props.onChoose({ id: null, adding: false })}
        className={classes(
          'flex min-h-control-sm w-full items-center gap-2 rounded-md px-2 text-left font-medium',
          isChosen ? 'bg-selected' : 'hover:bg-hover',
        )}
      >
        <ColorDot color={queue.color} className="size-3" />
        {t('queues.start')}
      </button>
      <OptionMenu {...props} parentId={null} label={t('queues.start')} />
    </div>
  )
}

/** Options of one menu, each with its submenu. */
function OptionMenu({ parentId, label, ...props }: TreeProps & { parentId: number | null; label: string }) {
  const { t } = useTranslation()
  const { options, editing, chosen, onChoose } = props
  const lines = optionsOf(options, parentId)
  const isNew = chosen.adding && chosen.id === parentId
  // "Add" below an option without submenu appears only while the option is selected, to keep the tree readable.
  const mayAdd = editing && (lines.length > 0 || parentId === null || chosen.id === parentId)
  if (lines.length === 0 && !mayAdd) return null
  return (
    <ul aria-label={label} className="ml-3.5 border-line border-l pl-2">
      {lines.map((option, at) => (
        <li key={option.id}>
          <OptionRow {...props} option={option} at={at} count={lines.length} />
          <OptionMenu {...props} parentId={option.id} label={option.title} />
        </li>
      ))}
      {mayAdd && (
        <li>
          <button
            type="button"
            aria-label={t('queues.addOptionTo', { name: label })}
            onClick={() => onChoose({ id: parentId, adding: true })}
            className={classes(
              'flex min-h-control-sm items-center gap-1.5 rounded-md px-2 text-sm [&_svg]:size-4',
              isNew ? 'bg-selected text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            <Plus aria-hidden />
            {t('queues.addOption')}
          </button>
        </li>
      )}
    </ul>
  )
}
