import { Eye, ListTree, Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Queue } from '../../../../src/features/automation/queues/model'
import type { QueueOption } from '../../../../src/features/automation/queues/options/model'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { ErrorState } from '../../../components/error-state'
import { SkeletonRows } from '../../../components/skeleton'
import { useList } from '../../../lib/list'
import { useLive } from '../../../lib/realtime'
import { useTranslation } from '../../../lib/use-translation'
import { type Draft, OptionForm } from './option-form'
import { OptionPreview } from './option-preview'
import { createOptionTree, optionsOf, type QueueOptionTree } from './option-requests'
import { OptionTree } from './option-tree'

/** Selected option (null: the root), or a new option in its menu. */
export interface ChosenOption {
  id: number | null
  adding: boolean
}

/** Dialog that shows and edits the menu of a queue. */
export function OptionsDialog({ queue, onClose }: { queue: Queue; onClose: () => void }) {
  const { t } = useTranslation()
  const [tree] = useState(() => createOptionTree(queue.id))
  const [editing, setEditing] = useState(false)
  useEffect(() => void tree.list.more(), [tree])
  useLive(
    { queue: (event) => event.action === 'update' && event.queue.id === queue.id && void tree.list.reload() },
    tree.list.reload,
  )
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('queues.optionsTitle', { name: queue.name })}
      footer={
        <>
          <Button
            icon={editing ? <Eye aria-hidden /> : <Pencil aria-hidden />}
            onClick={() => setEditing(!editing)}
            className="mr-auto"
          >
            {editing ? t('queues.view') : t('queues.edit')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <Content tree={tree} queue={queue} editing={editing} onEdit={() => setEditing(true)} />
    </Dialog>
  )
}

interface ContentProps {
  tree: QueueOptionTree
  queue: Queue
  editing: boolean
  onEdit: () => void
}

function Content(props: ContentProps) {
  const { list } = props.tree
  const { rows, state, failure } = useList(list)
  const [isLoaded, setLoaded] = useState(false)
  if (state === 'ready' && !isLoaded) setLoaded(true)
  // A form of the menu on screen stays when the menu cannot be loaded again.
  if (isLoaded) return <Columns rows={rows} {...props} />
  if (state === 'failed') return <ErrorState failure={failure} onRetry={() => list.reload()} />
  return <SkeletonRows rows={4} avatar={false} />
}

/** Tree, and beside it the form and the preview of the selected option. */
function Columns({ tree, queue, editing, onEdit, rows }: ContentProps & { rows: QueueOption[] }) {
  const [selected, setChosen] = useState<ChosenOption>({ id: null, adding: false })
  const [draft, setDraft] = useState<Draft | null>(null)
  // The selected option may have been deleted by someone else.
  const option = rows.find(({ id }) => id === selected.id) ?? null
  const chosen: ChosenOption = { id: option?.id ?? null, adding: editing && selected.adding }
  const isForm = editing && (option !== null || chosen.adding)
  const nextNumber = optionsOf(rows, chosen.id).length + 1
  const shown = isForm && draft ? withDraft(rows, chosen, draft, { queueId: queue.id, nextNumber }) : rows
  return (
    <div className="grid gap-4 sm:min-h-96 sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div className="min-w-0">
        <OptionTree tree={tree} queue={queue} options={rows} editing={editing} chosen={chosen} onChoose={setChosen} />
        {rows.length === 0 && !editing && <NoOptions onEdit={onEdit} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {isForm && (
          <OptionForm
            key={`${chosen.adding} ${chosen.id}`}
            tree={tree}
            option={chosen.adding ? null : option}
            parentId={chosen.id}
            nextNumber={nextNumber}
            onDraft={setDraft}
            onDone={(id) => setChosen((now) => (now === selected ? { id, adding: false } : now))}
          />
        )}
        <OptionPreview queue={queue} options={shown} at={chosen.id} />
      </div>
    </div>
  )
}

/** Options with the unsaved values of the form, for the preview. */
function withDraft(
  options: QueueOption[],
  { id, adding }: ChosenOption,
  { title, option, message }: Draft,
  { queueId, nextNumber }: { queueId: number; nextNumber: number },
): QueueOption[] {
  if (!adding)
    return options.map((each) => (each.id === id ? { ...each, title, message, option: option || each.option } : each))
  if (!title) return options
  const added = {
    id: 0,
    queueId,
    parentId: id,
    option: option || String(nextNumber),
    title,
    message,
    nextQueueId: null,
    fileListId: null,
    fileListName: null,
  }
  return [...options, added]
}

function NoOptions({ onEdit }: { onEdit: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="mt-4 flex flex-col items-start gap-2 rounded-lg border border-line border-dashed p-4 text-muted text-sm">
      <ListTree aria-hidden className="size-5" />
      <p>{t('queues.noOptions')}</p>
      <Button size="sm" onClick={onEdit}>
        {t('queues.makeMenu')}
      </Button>
    </div>
  )
}
