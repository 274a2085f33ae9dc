import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { draftText, saveDraft } from '../../../ui/lib/drafts'
import { saveEdit, startEdit } from '../../../ui/pages/inbox/tickets/actions/message-actions'
import { composerState } from '../../../ui/pages/inbox/tickets/store/composer'
import { onScreen } from '../../../ui/pages/inbox/tickets/store/live'
import { applyMessage, getThread } from '../../../ui/pages/inbox/tickets/store/threads'
import { readEdit, writeEdit } from '../../../ui/pages/inbox/tickets/store/unsaved-edit'
import { until } from '../../until'
import { json, serve } from '../browser'
import { message, ticket } from './tickets-fixtures'

/** An edited message: what the composer and the bubble hold while the server's answer is under way. */

const nativeFetch = globalThis.fetch
const sent = message({ id: 11, ticketId: 5, fromMe: true, body: 'São 80 reais', ack: 2 })
const other = message({ id: 12, ticketId: 5, fromMe: true, body: 'Até já', ack: 2 })
const state = composerState(5)
let response: PromiseWithResolvers<Response>

beforeEach(async () => {
  response = Promise.withResolvers()
  const page = { messages: [sent, other], sent: [], ticket: ticket({ id: 5 }), notes: [], events: [], next: null }
  serve(({ path }) => (path.includes('edit') ? response.promise : json(page)))
  onScreen.value = 5
  await getThread(ticket({ id: 5 })).reload()
  applyMessage(sent)
  startEdit(sent)
})
afterEach(() => {
  state.reference.value = null
  globalThis.fetch = nativeFetch
})

const bubble = () => {
  const shown = getThread(ticket({ id: 5 }))
    .find(11)
    ?.peek().message
  return [shown?.body, shown?.isEdited, shown?.ack]
}
const edited = { ...sent, body: 'São 90 reais', isEdited: true }

test('the composer is free for a reply before the answer, and keeps it after the answer', async () => {
  expect(state.edit.peek()).toBe('São 80 reais')
  const saving = saveEdit(sent, 'São 90 reais')
  expect(state.reference.peek()).toBeNull()
  expect(bubble()).toEqual(['São 90 reais', true, 2])
  state.reference.value = { kind: 'quote', quoted: { id: 3 } as never }
  response.resolve(json(edited))
  await saving
  expect(state.reference.peek()?.kind).toBe('quote')
  expect(bubble()).toEqual(['São 90 reais', true, 2])
})

test('an acknowledgement received meanwhile stays', async () => {
  const saving = saveEdit(sent, 'São 90 reais')
  applyMessage({ ...sent, ack: 3 })
  response.resolve(json({ error: { code: 'editTooLate' } }, 400))
  await saving
  expect(bubble()).toEqual(['São 80 reais', false, 3])
})

test('a refused text returns to the composer', async () => {
  const saving = saveEdit(sent, 'São 90 reais')
  response.resolve(json({ error: { code: 'editTooLate' } }, 400))
  await saving
  expect(state.reference.peek()).toEqual({ kind: 'edit', message: sent })
  expect(state.edit.peek()).toBe('São 90 reais')
})

test('a refused text does not replace the text of another message being edited', async () => {
  const saving = saveEdit(sent, 'São 90 reais')
  startEdit(other)
  response.resolve(json({ error: { code: 'editTooLate' } }, 400))
  await saving
  expect(state.edit.peek()).toBe('Até já')
})

test('a refused text does not take the place of a reply being written', async () => {
  const saving = saveEdit(sent, 'São 90 reais')
  saveDraft(5, 'Já separei um')
  response.resolve(json({ error: { code: 'editTooLate' } }, 400))
  await saving
  expect([state.reference.peek(), draftText(5)]).toEqual([null, 'Já separei um'])
  saveDraft(5, '')
})

test('a message that is being edited keeps the text typed so far when it is opened again', () => {
  state.edit.value = 'São 90'
  startEdit(sent)
  expect(state.edit.peek()).toBe('São 90')
  startEdit(other)
  expect(state.edit.peek()).toBe('Até já')
})

test('an unchanged text is not sent', async () => {
  const calls = serve(() => json({}))
  await saveEdit(sent, 'São 80 reais')
  expect(calls).toEqual([])
  await until('the composer', () => state.reference.peek() === null)
})

test('the text is kept over a reload until the server has it', async () => {
  const stored = () => readEdit('0:5')?.text
  state.edit.value = 'São 85'
  expect(stored()).toBe('São 85')
  const saving = saveEdit(sent, 'São 90 reais')
  expect(stored()).toBe('São 90 reais')
  response.resolve(json(edited))
  await saving
  expect(stored()).toBeUndefined()
})

test('an edit of before the reload is open in the composer', () => {
  writeEdit('0:6', { message: { ...sent, ticketId: 6 }, text: 'São 85' })
  expect(composerState(6).edit.peek()).toBe('São 85')
  expect(composerState(6).reference.peek()).toMatchObject({ kind: 'edit', message: { id: 11 } })
})
