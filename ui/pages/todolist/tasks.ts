import { signal } from '@preact/signals-react'
import { newId } from '../../lib/id'
import { me } from '../../lib/session'
import { readStored, writeStored } from '../../lib/storage'

/** One thing to do; times are UTC (specification §3). */
export interface Task {
  id: string
  text: string
  createdAt: string
  updatedAt: string
}

/** A person's tasks, the newest first, on this device only; kept apart for each who signs in here. */
export const tasks = signal<Task[]>([])
// Another tab's changes are seen here before they can be overwritten from here.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === key()) loadTasks()
})
const key = () => `todolist:${me.peek()?.id ?? 0}`

/** Reads what is kept; what cannot be read counts as nothing. */
export function loadTasks() {
  try {
    const kept: unknown = JSON.parse(readStored(key()) ?? '[]')
    tasks.value = Array.isArray(kept) ? kept.filter(isTask) : []
  } catch {
    tasks.value = []
  }
}

const isTask = (one: Partial<Task> | null): one is Task =>
  typeof one?.id === 'string' && typeof one.text === 'string' && !Number.isNaN(Date.parse(one.updatedAt ?? ''))

function store(next: Task[]) {
  tasks.value = next
  writeStored(key(), next.length > 0 ? JSON.stringify(next) : null)
}

/** Blank text is ignored (specification §5). */
export function addTask(typed: string, now = new Date().toISOString()) {
  const text = typed.trim()
  if (text) store([{ id: newId(), text, createdAt: now, updatedAt: now }, ...tasks.peek()])
}

export function changeTask(id: string, typed: string, now = new Date().toISOString()) {
  const text = typed.trim()
  if (!text) return
  store(tasks.peek().map((task) => (task.id === id && task.text !== text ? { ...task, text, updatedAt: now } : task)))
}

/** The answer puts it back where it was. */
export function removeTask(id: string): () => void {
  const before = tasks.peek()
  const at = before.findIndex((task) => task.id === id)
  const gone = before[at]
  store(before.filter((task) => task.id !== id))
  return () => {
    if (gone) store(tasks.peek().toSpliced(at, 0, gone))
  }
}
