import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { navigate } from 'wouter/use-browser-location'
import { openCurrentTicket } from '../../../ui/pages/contacts/contacts/open-ticket'
import { json, serve } from '../browser'
import { ticket } from './tickets-fixtures'

/** The ticket of a contact, opened from the list of contacts. */

const nativeFetch = globalThis.fetch
let response: PromiseWithResolvers<Response>
const open = (isFormOpen = () => false) => openCurrentTicket({ id: 5 } as never, isFormOpen)
const answer = (...tickets: unknown[]) => response.resolve(json({ tickets }))

beforeEach(() => {
  response = Promise.withResolvers()
  serve(() => response.promise)
  navigate('/contacts')
})
afterEach(() => {
  globalThis.fetch = nativeFetch
})

test('a contact with an open ticket leads to it; one with closed tickets stays on the page', async () => {
  answer(ticket({ id: 5 }))
  expect([await open(), location.pathname]).toEqual([true, '/tickets/uuid-5'])
  navigate('/contacts')
  response = Promise.withResolvers()
  answer(ticket({ id: 5, status: 'closed' }))
  expect([await open(), location.pathname]).toEqual([false, '/contacts'])
})

test('a form or another page opened before the response stays', async () => {
  const opening = open(() => true)
  answer(ticket({ id: 5 }))
  expect([await opening, location.pathname]).toEqual([true, '/contacts'])
  response = Promise.withResolvers()
  const leaving = open()
  navigate('/tags')
  answer(ticket({ id: 5 }))
  expect([await leaving, location.pathname]).toEqual([true, '/tags'])
})
