import './browser'
import { beforeEach, expect, test } from 'bun:test'
import type { Me } from '../../src/features/auth/model'
import { session } from '../../ui/lib/session'
import { addTask, changeTask, loadTasks, removeTask, tasks } from '../../ui/pages/todolist/tasks'
import { ana } from './browser'

const signIn = (id: number) => {
  session.value = { kind: 'in', me: { ...ana, id } as unknown as Me }
  loadTasks()
}
const texts = () => tasks.value.map(({ text }) => text)

beforeEach(() => {
  localStorage.clear()
  signIn(7)
})

test('the newest comes first and all of it survives the page', () => {
  addTask('um', '2026-11-21T10:00:00.000Z')
  addTask('  dois  ', '2026-11-21T11:00:00.000Z')
  tasks.value = []
  loadTasks()
  expect(tasks.value).toMatchObject([{ text: 'dois' }, { text: 'um', updatedAt: '2026-11-21T10:00:00.000Z' }])
})

test('blank text is ignored, adding and changing; only another text is a change', () => {
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

test('what is taken away can come back to its place', () => {
  for (const text of ['três', 'dois', 'um']) addTask(text)
  const undo = removeTask(tasks.value[1]!.id)
  expect(texts()).toEqual(['um', 'três'])
  undo()
  expect(texts()).toEqual(['um', 'dois', 'três'])
})

test('what another tab wrote is there before this one writes', () => {
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

test('each person has their own, and what cannot be read counts as nothing', () => {
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
