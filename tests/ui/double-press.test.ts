import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { session } from '../../ui/lib/session'
import { closeAndOpenNext } from '../../ui/pages/inbox/tickets/actions/leave-ticket'
import { runMacro } from '../../ui/pages/inbox/tickets/actions/macros'
import { acceptNextTicket, acceptTicket } from '../../ui/pages/inbox/tickets/actions/ticket-actions'
import { ana, type Call, json, serve } from './browser'
import { ticket } from './inbox/tickets-fixtures'

/** Keys that are pressed again before the response to the first press. */

const nativeFetch = globalThis.fetch
let calls: Call[]
let response: PromiseWithResolvers<Response>

beforeEach(() => {
  session.value = { kind: 'in', me: { ...ana, queues: [] } as never }
  response = Promise.withResolvers()
  calls = serve(() => response.promise.then((answer) => answer.clone()))
})
afterEach(() => {
  globalThis.fetch = nativeFetch
})

const waiting = ticket({ id: 5, status: 'pending', userId: null })
const taken = { ...waiting, status: 'open', userId: ana.id, updatedAt: '2026-11-21T12:00:00.000Z' }
const sent = () => calls.map(({ method, path }) => `${method} ${path}`)

test('accepting the next ticket twice takes one ticket; after the response it takes another one', async () => {
  const presses = [acceptNextTicket(), acceptNextTicket()]
  response.resolve(json({ ticket: taken }))
  await Promise.all(presses)
  expect(sent()).toHaveLength(1)
  response = Promise.withResolvers()
  response.resolve(json({ ticket: null }))
  await acceptNextTicket()
  expect(sent()).toHaveLength(2)
})

test('accepting a ticket twice and closing it twice send one request each', async () => {
  const accepting = [acceptTicket(waiting), acceptTicket(waiting)]
  response.resolve(json(taken))
  await Promise.all(accepting)
  response = Promise.withResolvers()
  const open = ticket({ ...waiting, status: 'open', userId: ana.id })
  const closing = [closeAndOpenNext(open, {}), closeAndOpenNext(open, {})]
  response.resolve(json({ ...taken, status: 'closed' }))
  await Promise.all(closing)
  expect(sent()).toEqual(['PUT /api/tickets/5', 'PUT /api/tickets/5'])
})

test('a macro run twice on a ticket sends one request; another macro and the same one after its response run', async () => {
  const open = ticket({ id: 5, userId: ana.id })
  const macro = (name: string) => ({ name, keys: '', actions: [{ kind: 'note' as const, text: 'Liga à tarde' }] })
  const running = [runMacro(open, macro('Espera')), runMacro(open, macro('Espera')), runMacro(open, macro('Fim'))]
  response.resolve(json({ ...open, updatedAt: taken.updatedAt }))
  await Promise.all(running)
  expect(sent()).toEqual(['POST /api/tickets/5/actions', 'POST /api/tickets/5/actions'])
  response = Promise.withResolvers()
  response.resolve(json({ ...open, updatedAt: taken.updatedAt }))
  await runMacro(open, macro('Espera'))
  expect(sent()).toHaveLength(3)
})
