import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import i18n from 'i18next'
import { createElement, useState } from 'react'
import type { Chat } from '../../../src/features/inbox/chats/model'
import { TagPicker } from '../../../ui/components/tag-picker'
import { chats } from '../../../ui/lib/chats'
import { session } from '../../../ui/lib/session'
import { tags } from '../../../ui/lib/tags'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { useChat } from '../../../ui/pages/inbox/chats/use-chat'
import { TodolistPage } from '../../../ui/pages/inbox/tasks/tasks-page'
import { useContact } from '../../../ui/pages/inbox/tickets/details/use-contact'
import { submitUnsentNote } from '../../../ui/pages/inbox/tickets/notes/submit-note'
import { composerState, storeNote } from '../../../ui/pages/inbox/tickets/store/composer'
import { until } from '../../until'
import { ana, type Call, json, serve } from '../browser'
import { press, render, type, unmount } from '../rendered'
import { ticket } from './tickets-fixtures'

/** Words typed while the response to the words before them is under way, and while the screen changes by itself. */

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch
let calls: Call[]
/** Answers the next POST. */
let posted: PromiseWithResolvers<Response>
const lists: Record<string, unknown> = {}

beforeEach(() => {
  session.value = { kind: 'in', me: ana as never }
  posted = Promise.withResolvers()
  calls = serve(({ method, path }) =>
    method === 'POST' ? posted.promise.then((answer) => answer.clone()) : json(lists[path] ?? {}),
  )
})
afterEach(() => {
  unmount()
  localStorage.clear()
  storeNote(5, '')
  tags.clear()
  chats.clear()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})
const isPosted = () => until('the request', () => calls.some(({ method }) => method === 'POST'))
const refused = () => json({ error: 'ERR_NO_PERMISSION' }, 403)
const fieldIn = (element: Element) => element.querySelector<HTMLInputElement>('input, textarea')!

/** Saves a note of ticket 5; the answer is pending. `answer` gives one and waits until the note has ended. */
async function saveNote(words: string) {
  storeNote(5, words)
  const saved = submitUnsentNote(5, words).catch(() => {})
  await isPosted()
  return (response: Response) => {
    posted.resolve(response)
    return saved
  }
}
const unsent = () => composerState(5).note.peek()
const storedNote = () =>
  json({
    ...{ id: 1, ticketId: 5, contactId: 5, userId: 7 },
    ...{ note: 'Paga em três vezes', mentions: [], createdAt: '2026-11-20T12:00:00.000Z' },
  })

test('words typed after a note stay when the note is stored', async () => {
  const answer = await saveNote('Paga em três vezes')
  expect(unsent()).toBe('')
  storeNote(5, 'Prefere boleto')
  await answer(storedNote())
  expect(unsent()).toBe('Prefere boleto')
})

test('a note and the words typed since are stored in the browser until the response to the note', async () => {
  const answer = await saveNote('Paga em três vezes')
  storeNote(5, 'Prefere boleto')
  const stored = () => localStorage.getItem(`note:${ana.id}:5`)
  expect(stored()).toBe('Paga em três vezes\nPrefere boleto')
  await answer(storedNote())
  expect(stored()).toBe('Prefere boleto')
})

test('a refused note returns to its field, before the words typed since', async () => {
  const answer = await saveNote('Paga em três vezes')
  storeNote(5, 'Prefere boleto')
  await answer(refused())
  expect(unsent()).toBe('Paga em três vezes\nPrefere boleto')
})

/** Opens the tags of ticket 5, types a name and presses Enter; the answer is pending. */
async function createTag(name: string) {
  lists['/api/tags/list'] = { tags: [], hasMore: false, next: null }
  const element = render(createElement(TagPicker, { ticket: ticket({ id: 5 }) }))
  const panel = element.querySelector('[role=dialog]')!
  panel.dispatchEvent(
    Object.assign(new (window as never as Window & typeof globalThis).Event('toggle'), { newState: 'open' }),
  )
  await until('the loaded tags', () => panel.textContent?.includes(i18n.t('tags.noneYet')))
  type(fieldIn(panel), name)
  press(fieldIn(panel), 'Enter')
  await isPosted()
  return fieldIn(panel)
}

/** Box of the first tag in the panel of the field. */
const boxBeside = (field: Element) =>
  field.closest('[role=dialog]')?.querySelector<HTMLInputElement>('input[type=checkbox]')

test('the name of the next tag, typed while a tag is being created, stays', async () => {
  const field = await createTag('urgente')
  type(field, 'urg') // of which the new tag is a match, so that its box shows the response
  posted.resolve(json({ id: 1, name: 'urgente', color: '#123456', kanban: 0, orderTag: 0 }))
  await until('the chosen tag', () => boxBeside(field)?.checked)
  expect(field.value).toBe('urg')
})

test('the name of a refused tag returns to its field', async () => {
  const field = await createTag('urgente')
  posted.resolve(refused())
  await until('the name', () => field.value === 'urgente')
})

test('a tag chosen as soon as its event arrives stays chosen after the response', async () => {
  const field = await createTag('urgente')
  const tag = { id: 1, name: 'urgente', color: '#123456', kanban: 0, orderTag: 0 }
  tags.put(tag as never)
  await until('the box', () => boxBeside(field))
  type(field, 'urgente')
  press(field, 'Enter')
  await until('the chosen tag', () => boxBeside(field)?.checked)
  posted.resolve(json({ ...tag, name: 'urgentes' }))
  await until('the tag of the response', () => boxBeside(field)?.closest('label')?.textContent === 'urgentes')
  expect(boxBeside(field)?.checked).toBe(true)
})

/** Renders a hook again and again; `now` returns its latest result. */
function Probe({ use, onValue }: { use: () => unknown; onValue: (value: unknown) => void }) {
  onValue(use())
  return null
}
function drawn<T>(use: () => T) {
  let last: T | undefined
  render(createElement(Probe, { use, onValue: (value) => (last = value as T) }))
  return () => last!
}

test('a contact whose form may be open stays on screen when it cannot be loaded again', async () => {
  lists['/api/contacts/5'] = { id: 5, name: 'Lia' }
  const now = drawn(() => ({ ...useContact(5), mark: useState(0) }))
  await until('the contact', () => now().result !== null)
  serve(() => json({ error: 'ERR_UNREACHABLE' }, 503))
  await now().load()
  now().mark[1](1) // rendered together with a change of the hook before it
  await until('the next rendering', () => now().mark[0] === 1)
  expect(now().result).toMatchObject({ contact: { name: 'Lia' } })
})

test('a chat stays on screen when the list, loaded again, no longer has it on its first page', async () => {
  const chat = { id: 9, uuid: 'forno', users: [], updatedAt: '2026-01-01T00:00:00.000Z' }
  lists['/api/chats'] = { records: [chat], hasMore: false, next: null, unread: [] }
  lists['/api/chats/u/forno'] = { ...chat, title: 'aberta' }
  await chats.more()
  const shown: (Chat | null)[] = []
  const onValue = (value: unknown) => shown.push((value as ReturnType<typeof useChat>).chat)
  render(createElement(Probe, { use: () => useChat('forno'), onValue }))
  lists['/api/chats'] = { records: [], hasMore: false, next: null, unread: [] }
  await chats.reload()
  await until('the chat that was loaded by itself', () => shown.at(-1)?.title === 'aberta')
  expect(new Set(shown.map((each) => each?.id))).toEqual(new Set([9]))
})

test('a task being typed is there again after another one was edited', () => {
  const element = render(createElement(TodolistPage))
  const add = (text: string) => {
    type(fieldIn(element), text)
    press(element.querySelector('form')!, 'submit')
  }
  add('ligar para Rui')
  type(fieldIn(element), 'pedir mais fari')
  press(element.querySelector('li button')!)
  add('ligar para Rui à tarde')
  expect(element.querySelector('li p')?.textContent).toBe('ligar para Rui à tarde')
  expect(fieldIn(element).value).toBe('pedir mais fari')
})
