import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { navigate } from 'wouter/use-browser-location'
import type { Message, Reaction } from '../../../src/features/inbox/messages/model'
import { session } from '../../../ui/lib/session'
import { runMacro } from '../../../ui/pages/inbox/tickets/actions/macros'
import { reactTo } from '../../../ui/pages/inbox/tickets/actions/message-actions'
import { createNewTicketForm, openNewTicket } from '../../../ui/pages/inbox/tickets/new-ticket/new-ticket-form'
import { inaccessibleTicket, onScreen, ticketHandlers } from '../../../ui/pages/inbox/tickets/store/live'
import { isMovedByUser } from '../../../ui/pages/inbox/tickets/store/own-moves'
import { applyMessage, getThread } from '../../../ui/pages/inbox/tickets/store/threads'
import { lists } from '../../../ui/pages/inbox/tickets/store/tickets'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { message, ticket } from './tickets-fixtures'

/** Responses about tickets that come after the event of the same change, or after the user went elsewhere. */

const nativeFetch = globalThis.fetch
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString()
const ownTicket = ticket({ id: 5, userId: ana.id, queueId: 4, updatedAt: at(0) })
const givenTicket = { ...ownTicket, status: 'pending' as const, userId: null, queueId: 9, updatedAt: at(1) }
const macro = { name: 'Ao financeiro', actions: [{ kind: 'transfer', queueId: 9 }] } as never
let response: PromiseWithResolvers<Response>
const pageOf = (...messages: Message[]) => ({
  messages,
  sent: [],
  ticket: ownTicket,
  notes: [],
  events: [],
  next: null,
})

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
  lists.waiting.put(ticket({ id: 6, status: 'pending', userId: null, queueId: 4 }))
  const running = runMacro(ownTicket, macro)
  ticketHandlers.ticket?.({ action: 'delete', ticketId: 5 } as never)
  expect([inaccessibleTicket.peek(), isMovedByUser(5)]).toEqual([5, true])
  response.resolve(json(givenTicket))
  await running
  expect(lists.waiting.rows.peek().map(({ id }) => id)).toEqual([6])
  expect(isMovedByUser(5)).toBe(false)
})

test('the response to a macro leaves the page that the user opened meanwhile', async () => {
  const running = runMacro(ownTicket, macro)
  navigate('/contacts')
  response.resolve(json(givenTicket))
  await running
  expect(location.pathname).toBe('/contacts')
})

test('the response to a new ticket does not replace the newer state of an event', async () => {
  const form = createNewTicketForm({ id: 5, name: 'Rosa', number: '5511900000001' } as never)
  const opening = openNewTicket(form)
  lists.mine.put({ ...ownTicket, lastMessage: 'Oi, tudo bem?', updatedAt: at(2) })
  response.resolve(json({ ...ownTicket, lastMessage: '' }))
  await opening
  expect(lists.mine.get(5)?.lastMessage).toBe('Oi, tudo bem?')
})

test('the response to a reaction does not replace a later one, nor that of the customer', async () => {
  const sent = message({ id: 1, ticketId: 5 })
  const responses: PromiseWithResolvers<Response>[] = []
  serve(({ path }) => {
    if (!path.includes('react')) return json(pageOf(sent))
    responses.push(Promise.withResolvers())
    return responses.at(-1)!.promise
  })
  const thread = getThread(ownTicket)
  await thread.reload()
  const shown = () => thread.find(1)!.peek().message
  const withReactions = (...reactions: Reaction[]) => ({ ...sent, reactions })
  const [like, heart] = [
    { sender: 'me', emoji: '👍' },
    { sender: 'me', emoji: '❤️' },
  ]
  const reacting = [reactTo(sent, '👍')]
  reacting.push(reactTo(shown(), '❤️'))
  await until('both requests', () => responses.length === 2)
  const customer = { sender: '5511912345678', emoji: '😂' }
  applyMessage(withReactions(heart, customer))
  responses[1]?.resolve(json(withReactions(heart)))
  responses[0]?.resolve(json(withReactions(like)))
  await Promise.all(reacting)
  expect(shown().reactions).toEqual([heart, customer])
})
