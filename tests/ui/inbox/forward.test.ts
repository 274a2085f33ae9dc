import '../browser'
import { afterEach, beforeAll, expect, test } from 'bun:test'
import type { Message } from '../../../src/features/inbox/messages/model'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import {
  closeForward,
  forwarding,
  forwardToTargets,
  openForward,
} from '../../../ui/pages/inbox/tickets/bubble/forward-state'
import {
  selectedMessages,
  startSelection,
  toggleMessages,
} from '../../../ui/pages/inbox/tickets/store/message-selection'
import { json, serve } from '../browser'

/** Several selected messages that are forwarded together. */

const nativeFetch = globalThis.fetch
beforeAll(async () => {
  await startTexts()
  await loadAllTexts('pt')
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  closeForward()
})

const message = (id: number) => ({ id, ticketId: 1, mediaType: 'chat', body: `texto ${id}` }) as Message
const idsLeft = () => forwarding.peek()?.messages.map(({ id }) => id)
const refused = () => json({ error: 'ERR_NO_PERMISSION' }, 403)

/** Opens the dialog with selected messages; the server refuses those of `refusals`. Returns the requests. */
function forwardSelected(ids: [number, ...number[]], refusals: Set<number>) {
  const [first, ...others] = ids.map(message) as [Message, ...Message[]]
  startSelection(1, first)
  toggleMessages(others)
  openForward(selectedMessages(1).peek() ?? [])
  return serve(({ path }) => (refusals.has(Number(path.split('/')[3])) ? refused() : json({ messages: [] })))
}

test('a refused message stays in the dialog and in the selection, and only it is tried again', async () => {
  const refusals = new Set([12])
  const calls = forwardSelected([11, 12, 13], refusals)
  await expect(forwardToTargets(['ticket:5'])).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  expect(idsLeft()).toEqual([12, 13])
  expect(
    selectedMessages(1)
      .peek()
      ?.map(({ id }) => id),
  ).toEqual([12, 13])
  refusals.clear()
  await forwardToTargets(['ticket:5'])
  expect(calls.map(({ path }) => path.split('/')[3])).toEqual(['11', '12', '12', '13'])
  expect(calls[1]?.key).toBe(calls[2]?.key as string)
  expect(new Set(calls.map(({ key }) => key)).size).toBe(3)
  expect([forwarding.peek(), selectedMessages(1).peek()]).toEqual([null, null])
})

test('the same targets chosen again are the same request', async () => {
  const refusals = new Set([11])
  const calls = forwardSelected([11], refusals)
  await expect(forwardToTargets(['ticket:5', 'contact:9'])).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await expect(forwardToTargets(['ticket:5'])).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  refusals.clear()
  await forwardToTargets(['contact:9', 'ticket:5'])
  const [first, other, again] = calls
  expect([again?.key, again?.body]).toEqual([first?.key as string, first?.body as string])
  expect(other?.key).not.toBe(first?.key as string)
})

test('messages not sent yet are not sent after the dialog was closed, nor when it is opened again', async () => {
  const calls = forwardSelected([11, 12, 13], new Set())
  const done = forwardToTargets(['ticket:5'])
  closeForward()
  openForward([message(12), message(13)])
  await done
  expect(calls.map(({ path }) => path)).toEqual(['/api/messages/11/forward'])
  expect(idsLeft()).toEqual([12, 13])
})
