import { ListTodo, Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { limits } from '../../../src/shared/limits'
import { Button } from '../../components/button'
import { EmptyState } from '../../components/empty-state'
import { controlClass } from '../../components/field'
import { IconButton } from '../../components/icon-button'
import { PageHead } from '../../components/page-head'
import { classes } from '../../lib/classes'
import { formatDateTime } from '../../lib/time'
import { useTitle } from '../../lib/title'
import { toastUndo } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { addTask, changeTask, loadTasks, removeTask, type Task, tasks } from './tasks'

/** Personal task list; it never leaves the browser (specification §2). */
export function TodolistPage() {
  const { t } = useTranslation()
  const all = useValue(tasks)
  const [editing, setEditing] = useState<Task | null>(null)
  useTitle(t('todolist.title'))
  useEffect(loadTasks, [])

  const remove = ({ id }: Task) => {
    if (editing?.id === id) setEditing(null)
    toastUndo(t('todolist.removed'), t('todolist.undo'), removeTask(id))
  }
  return (
    <div className="mx-auto w-full max-w-2xl p-4 sm:p-6">
      <PageHead title={t('todolist.title')} lead={t('todolist.lead')} spacious />
      <TaskForm key={editing?.id ?? ''} task={editing} onDone={() => setEditing(null)} />
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

/** Input that adds a task or edits one; Escape cancels editing. */
function TaskForm({ task, onDone }: { task: Task | null; onDone: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(task?.text ?? '')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (task) field.current?.focus()
  }, [task])

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (task) changeTask(task.id, text)
    else addTask(text)
    setText('')
    onDone()
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
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && task && onDone()}
        className={classes(controlClass, 'h-control min-w-0 flex-1 basis-52 px-3')}
      />
      <div className="flex gap-2">
        {task && (
          <Button variant="quiet" onClick={onDone} aria-label={t('todolist.cancelEdit')}>
            {t('common.cancel')}
          </Button>
        )}
        <Button type="submit" variant="primary" icon={task ? undefined : <Plus aria-hidden />}>
          {task ? t('todolist.save') : t('todolist.add')}
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
