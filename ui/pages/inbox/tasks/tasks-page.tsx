import { ListTodo, Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { controlClass } from '../../../components/field'
import { IconButton } from '../../../components/icon-button'
import { PageHead } from '../../../components/page-head'
import { classes } from '../../../lib/classes'
import { formatDateTime } from '../../../lib/time'
import { useTitle } from '../../../lib/title'
import { toastUndo } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { PlaceTabs } from '../../../navigation/place-tabs'
import { addTask, changeTask, loadTasks, removeTask, type Task, tasks } from './tasks'

/** Personal task list; it never leaves the browser. */
export function TodolistPage() {
  const { t } = useTranslation()
  const all = useValue(tasks)
  const [editing, setEditing] = useState<Task | null>(null)
  const [newText, setNewText] = useState('')
  useTitle(t('todolist.title'))
  // Before the first picture, which would show an empty list.
  useLayoutEffect(loadTasks, [])

  const remove = ({ id }: Task) => {
    if (editing?.id === id) setEditing(null)
    toastUndo(t('todolist.removed'), t('todolist.undo'), removeTask(id))
  }
  return (
    <div className="page page-form">
      <PageHead title={t('navigation.agenda')} lead={t('todolist.lead')} />
      <PlaceTabs place="navigation.agenda" />
      {editing ? (
        <EditForm key={editing.id} task={editing} onDone={() => setEditing(null)} />
      ) : (
        <TaskForm text={newText} onText={setNewText} onSend={addTask} />
      )}
      <div className="mt-4 rounded-lg border border-line bg-surface">
        {all.length === 0 ? (
          <EmptyState icon={<ListTodo />} title={t('todolist.emptyTitle')} text={t('todolist.emptyText')} />
        ) : (
          <ul aria-label={t('todolist.title')} className="divide-y divide-line">
            {all.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                isEdited={task.id === editing?.id}
                onEdit={() => setEditing(task)}
                onRemove={() => remove(task)}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** Form of a task that exists; a task deleted meanwhile is added again. */
function EditForm({ task, onDone }: { task: Task; onDone: () => void }) {
  const [text, setText] = useState(task.text)
  const save = (typed: string) => {
    changeTask(task.id, typed)
    onDone()
  }
  return <TaskForm text={text} onText={setText} onSend={save} onCancel={onDone} />
}

interface TaskFormProps {
  text: string
  onText: (text: string) => void
  onSend: (text: string) => void
  /** Given while a task is edited; Escape cancels too. */
  onCancel?: () => void
}

/** Input that adds a task or edits one. */
function TaskForm({ text, onText, onSend, onCancel }: TaskFormProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const isEdit = onCancel !== undefined
  useEffect(() => {
    if (isEdit) field.current?.focus()
  }, [isEdit])

  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend(text)
    onText('')
  }
  return (
    <form onSubmit={send} className="flex flex-wrap justify-end gap-2">
      <input
        ref={field}
        aria-label={t('todolist.placeholder')}
        placeholder={t('todolist.placeholder')}
        autoComplete="off"
        maxLength={limits.task.max}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
        className={classes(controlClass, 'h-control min-w-0 flex-1 basis-48 px-3')}
      />
      <div className="flex gap-2">
        {isEdit && (
          <Button variant="quiet" onClick={onCancel} aria-label={t('todolist.cancelEdit')}>
            {t('common.cancel')}
          </Button>
        )}
        <Button type="submit" variant="primary" icon={isEdit ? undefined : <Plus aria-hidden />}>
          {isEdit ? t('todolist.save') : t('todolist.add')}
        </Button>
      </div>
    </form>
  )
}

interface TaskRowProps {
  task: Task
  isEdited: boolean
  onEdit: () => void
  onRemove: () => void
}

function TaskRow({ task: { text, updatedAt }, isEdited, onEdit, onRemove }: TaskRowProps) {
  const { t } = useTranslation()
  return (
    <li className={classes('flex items-start gap-2 py-2 pr-2 pl-4', isEdited && 'bg-selected')}>
      <div className="min-w-0 flex-1 py-1.5">
        <p className="wrap-anywhere">{text}</p>
        <p className="text-faint text-xs tabular-nums">
          {t('todolist.updatedAt', { when: formatDateTime(updatedAt) })}
        </p>
      </div>
      <IconButton label={t('todolist.edit', { text })} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('todolist.remove', { text })} tone="danger" onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}
