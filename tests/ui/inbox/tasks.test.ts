import '../browser'
import { beforeEach, expect, test } from 'bun:test'
import type { Me } from '../../../src/features/accounts/auth/model'
import { session } from '../../../ui/lib/session'
import { addTask, changeTask, loadTasks, removeTask, tasks } from '../../../ui/pages/inbox/tasks/tasks'
import { ana } from '../browser'

const signIn = (id: number) => {
  session.value = { kind: 'in', me: { ...ana, id } as unknown as Me }
  loadTasks()
}
const texts = () => tasks.value.map(({ text }) => text)

beforeEach(() => {
  localStorage.clear()
  signIn(7)
})

test('tasks are sorted newest first and survive a page load', () => {
  addTask('um', '2026-11-21T10:00:00.000Z')
  addTask('  dois  ', '2026-11-21T11:00:00.000Z')
  tasks.value = []
  loadTasks()
  expect(tasks.value).toMatchObject([{ text: 'dois' }, { text: 'um', updatedAt: '2026-11-21T10:00:00.000Z' }])
})

test('blank text is ignored when adding and changing, and only another text updates the time', () => {
  addTask(' ')
  addTask('um', '2026-11-21T10:00:00.000Z')
  const { id } = tasks.value[0]!
  changeTask(id, '   ')
  changeTask(id, 'um', '2026-11-21T11:00:00.000Z')
  expect(tasks.value).toMatchObject([{ text: 'um', updatedAt: '2026-11-21T10:00:00.000Z' }])
  changeTask(id, 'outro', '2026-11-21T12:00:00.000Z')
  expect(tasks.value).toMatchObject([
    { text: 'outro', createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T12:00:00.000Z' },
  ])
})

test('a removed task can be restored at its position', () => {
  for (const text of ['três', 'dois', 'um']) addTask(text)
  const undo = removeTask(tasks.value[1]!.id)
  expect(texts()).toEqual(['um', 'três'])
  undo()
  expect(texts()).toEqual(['um', 'dois', 'três'])
})

test('tasks written by another tab are loaded before this tab writes', () => {
  addTask('daqui')
  const { value: mine } = tasks
  const theirs = { ...mine[0]!, id: 'x', text: 'da outra aba' }
  localStorage.setItem('todolist:7', JSON.stringify([theirs, ...mine]))
  window.dispatchEvent(new window.StorageEvent('storage', { key: 'todolist:7' }))
  const undo = removeTask(mine[0]!.id)
  localStorage.setItem('todolist:7', JSON.stringify([]))
  window.dispatchEvent(new window.StorageEvent('storage', { key: 'todolist:7' }))
  undo()
  expect(texts()).toEqual(['daqui'])
  addTask('mais uma')
  expect(JSON.parse(localStorage.getItem('todolist:7') ?? '')).toMatchObject([{ text: 'mais uma' }, { text: 'daqui' }])
})

test('each user has separate tasks, and invalid stored data count as none', () => {
  addTask('de Ana')
  signIn(8)
  expect(texts()).toEqual([])
  for (const broken of ['{', '{"a":1}', '[null,{"text":1},{"id":"x","text":"y","updatedAt":"never"}]']) {
    localStorage.setItem('todolist:8', broken)
    loadTasks()
    expect(texts()).toEqual([])
  }
  signIn(7)
  expect(texts()).toEqual(['de Ana'])
})
