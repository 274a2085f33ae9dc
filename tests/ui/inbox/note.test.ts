import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { submitUnsentNote } from '../../../ui/pages/inbox/tickets/notes/submit-note'
import { composerState, storeNote } from '../../../ui/pages/inbox/tickets/store/composer'
import { json, serve } from '../browser'

/** An unsent note while the server's response to the one before is under way. */

const nativeFetch = globalThis.fetch
const note = () => composerState(5).note.peek()
let response: PromiseWithResolvers<Response>

beforeEach(() => {
  response = Promise.withResolvers()
  serve(() => response.promise)
  storeNote(5, 'Paga em dinheiro')
})
afterEach(() => {
  storeNote(5, '')
  globalThis.fetch = nativeFetch
})

test('a submitted note leaves its field at once, and the next one typed before the response stays', async () => {
  const submitting = submitUnsentNote(5, 'Paga em dinheiro')
  expect(note()).toBe('')
  storeNote(5, 'Prefere manhãs')
  response.resolve(json({ id: 1, note: 'Paga em dinheiro', mentions: [] }))
  await submitting
  expect(note()).toBe('Prefere manhãs')
})

test('a refused note returns before the words typed since', async () => {
  const submitting = submitUnsentNote(5, 'Paga em dinheiro')
  storeNote(5, 'Prefere manhãs')
  response.resolve(json({ error: 'ERR_NO_PERMISSION' }, 403))
  await expect(submitting).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  expect(note()).toBe('Paga em dinheiro\nPrefere manhãs')
})

test('of two notes under way, a refused one stays stored and a stored one leaves the other', async () => {
  const responses = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const calls = serve(() => responses[calls.length - 1]!.promise)
  const first = submitUnsentNote(5, 'Paga em dinheiro')
  const second = submitUnsentNote(5, 'Prefere manhãs')
  const stored = () => localStorage.getItem('note:0:5')
  expect(stored()).toBe('Paga em dinheiro\nPrefere manhãs')
  responses[0]!.resolve(json({ error: 'ERR_NO_PERMISSION' }, 403))
  await expect(first).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  expect(stored()?.split('\n').toSorted()).toEqual(['Paga em dinheiro', 'Prefere manhãs'])
  responses[1]!.resolve(json({ id: 1, note: 'Prefere manhãs', mentions: [] }))
  await second
  expect([note(), stored()]).toEqual(['Paga em dinheiro', 'Paga em dinheiro'])
})
