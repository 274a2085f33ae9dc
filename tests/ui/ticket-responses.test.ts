import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { navigate } from 'wouter/use-browser-location'
import { session } from '../../ui/lib/session'
import { runMacro } from '../../ui/pages/tickets/actions/macros'
import { createNewTicketForm, openNewTicket } from '../../ui/pages/tickets/new-ticket/new-ticket-form'
import { inaccessibleTicket, onScreen, ticketHandlers } from '../../ui/pages/tickets/store/live'
import { isMovedByUser } from '../../ui/pages/tickets/store/own-moves'
import { lists } from '../../ui/pages/tickets/store/tickets'
import { ana, json, serve } from './browser'
import { ticket } from './tickets-fixtures'

/** Responses about tickets that come after the event of the same change, or after the user went elsewhere. */

const nativeFetch = globalThis.fetch
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString()
const own = ticket({ id: 5, userId: ana.id, queueId: 4, updatedAt: at(0) })
const given = { ...own, status: 'pending' as const, userId: null, queueId: 9, updatedAt: at(1) }
const macro = { name: 'Ao financeiro', actions: [{ kind: 'transfer', queueId: 9 }] } as never
let response: PromiseWithResolvers<Response>

beforeEach(() => {
  const queues = [{ id: 4, name: 'Vendas' }]
  session.value = { kind: 'in', me: { ...ana, profile: 'user', allTicket: 'disabled', queues } as never }
  response = Promise.withResolvers()
  serve(() => response.promise)
  onScreen.value = 5
  navigate('/tickets/uuid-5')
})
afterEach(() => {
  for (const list of Object.values(lists)) list.clear()
  inaccessibleTicket.value = null
  globalThis.fetch = nativeFetch
})

test('a ticket given to a queue of others is not listed by the response that follows the event', async () => {
  lists.pending.put(ticket({ id: 6, status: 'pending', userId: null, queueId: 4 }))
  const running = runMacro(own, macro)
  ticketHandlers.ticket?.({ action: 'delete', ticketId: 5 } as never)
  expect([inaccessibleTicket.peek(), isMovedByUser(5)]).toEqual([5, true])
  response.resolve(json(given))
  await running
  expect(lists.pending.rows.peek().map(({ id }) => id)).toEqual([6])
  expect(isMovedByUser(5)).toBe(false)
})

test('the response to a macro leaves the page that the user opened meanwhile', async () => {
  const running = runMacro(own, macro)
  navigate('/contacts')
  response.resolve(json(given))
  await running
  expect(location.pathname).toBe('/contacts')
})

test('the response to a new ticket does not replace the newer state of an event', async () => {
  const form = createNewTicketForm({ id: 5, name: 'Rosa', number: '5511900000001' } as never)
  const opening = openNewTicket(form)
  lists.open.put({ ...own, lastMessage: 'Oi, tudo bem?', updatedAt: at(2) })
  response.resolve(json({ ...own, lastMessage: '' }))
  await opening
  expect(lists.open.get(5)?.lastMessage).toBe('Oi, tudo bem?')
})
