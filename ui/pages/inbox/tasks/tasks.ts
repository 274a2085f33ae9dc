import { signal } from '@preact/signals-react'
import { newId } from '../../../lib/id'
import { me } from '../../../lib/session'
import { readStored, writeStored } from '../../../lib/storage'

/** Task; times are UTC. */
export interface Task {
  id: string
  text: string
  createdAt: string
  updatedAt: string
}

/** Tasks of the user, newest first, stored per user on this device only. */
export const tasks = signal<Task[]>([])
// Loads changes of another tab, so that this tab does not overwrite them.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === key()) loadTasks()
})
const key = () => `todolist:${me.peek()?.id ?? 0}`

/** Reads the stored tasks; invalid data count as none. */
export function loadTasks() {
  try {
    const stored: unknown = JSON.parse(readStored(key()) ?? '[]')
    tasks.value = Array.isArray(stored) ? stored.filter(isTask) : []
  } catch {
    tasks.value = []
  }
}

const isTask = (one: Partial<Task> | null): one is Task =>
  typeof one?.id === 'string' && typeof one.text === 'string' && !Number.isNaN(Date.parse(one.updatedAt ?? ''))

function saveTasks(next: Task[]) {
  tasks.value = next
  writeStored(key(), next.length > 0 ? JSON.stringify(next) : null)
}

/** Adds a task; blank text is ignored. */
export function addTask(typed: string, now = new Date().toISOString()) {
  const text = typed.trim()
  if (text) saveTasks([{ id: newId(), text, createdAt: now, updatedAt: now }, ...tasks.peek()])
}

/** Changes the text of a task; adds one if another tab has removed it. Blank text is ignored. */
export function changeTask(id: string, typed: string, now = new Date().toISOString()) {
  const text = typed.trim()
  if (!text) return
  if (!tasks.peek().some((task) => task.id === id)) return addTask(text, now)
  saveTasks(
    tasks.peek().map((task) => (task.id === id && task.text !== text ? { ...task, text, updatedAt: now } : task)),
  )
}

/** Removes a task. Returns the function that restores it at its position. */
export function removeTask(id: string): () => void {
  const before = tasks.peek()
  const at = before.findIndex((task) => task.id === id)
  const gone = before[at]
  saveTasks(before.filter((task) => task.id !== id))
  return () => {
    if (gone) saveTasks(tasks.peek().toSpliced(at, 0, gone))
  }
}
