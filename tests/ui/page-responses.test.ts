import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { loadSteps, steps, useSteps } from '../../ui/first-steps/store'
import { invitations } from '../../ui/pages/accounts/users/invitations'
import { UsersPage } from '../../ui/pages/accounts/users/users-page'
import { findDuplicate, foundPhrases } from '../../ui/pages/automation/phrase-lists/store'
import { useLanes } from '../../ui/pages/campaigns/settings/lanes'
import { optOutCounts, optOutPages, receiveOptOutEvent } from '../../ui/pages/contacts/opt-outs/store'
import { schedules, showRange, useSchedulesLive } from '../../ui/pages/inbox/schedules/store'
import { useContact } from '../../ui/pages/inbox/tickets/details/use-contact'
import { useRuns } from '../../ui/pages/inbox/tickets/details/use-runs'
import { loadViews, storeViews, views } from '../../ui/pages/inbox/tickets/store/saved-views'
import { SubscriptionPage } from '../../ui/pages/provider/checkout/subscription-page'
import { until } from '../until'
import { answerRequest, drawn, holdRequests, requestOf, requestsOf, sendEvent } from './held-requests'
import { render } from './rendered'
import { signInForEachTest } from './signed-in'

/** Stores of single screens: responses that the server read before a change, and that arrive after it. */

await signInForEachTest()
beforeEach(holdRequests)
afterEach(() => {
  for (const list of [optOutPages, foundPhrases, schedules, invitations]) list.clear()
})
const scheduleFor = (contactId: number) => ({ id: contactId, contactId, sendAt: '2026-11-03T12:00:00.000Z' })
/** Waits until a response is rendered. */
const drawing = () => Bun.sleep(30)

test('campaign lanes: a pause set while the lanes load stays', async () => {
  const lanes = drawn(useLanes)
  await requestOf('GET /campaign-lanes')
  sendEvent('coldLane', { coldLane: { whatsappId: 1, pausedUntil: 'tomorrow' } })
  await answerRequest('GET /campaign-lanes', { lanes: [{ whatsappId: 1, pausedUntil: null }] })
  await until('the lanes', () => lanes() !== null)
  expect(lanes()).toMatchObject([{ whatsappId: 1, pausedUntil: 'tomorrow' }])
})

test('first steps: a step done while the steps load for the first time is asked for', async () => {
  steps.value = null
  drawn(useSteps)
  await requestOf('GET /first-steps')
  sendEvent('queue', { action: 'create', queue: { id: 1 } })
  await answerRequest('GET /first-steps', { steps: [{ key: 'queues', done: false }] })
  await requestOf('GET /first-steps', 2)
  await answerRequest('GET /first-steps', { steps: [{ key: 'queues', done: true }] }, 2)
  await until('the done step', () => steps.value?.[0]?.done === true)
})

test('first steps: an older response that arrives after a newer one does not replace it', async () => {
  const loads = [loadSteps(), loadSteps()]
  await requestOf('GET /first-steps', 2)
  await answerRequest('GET /first-steps', { steps: [{ key: 'queues', done: true }] }, 2)
  await loads[1]
  await answerRequest('GET /first-steps', { steps: [{ key: 'queues', done: false }] })
  await Promise.all(loads)
  expect(steps.value).toMatchObject([{ done: true }])
})

test('opt-outs: a person who leaves while the counts load is counted once', async () => {
  optOutCounts.value = null
  const load = optOutPages.more()
  await requestOf('GET /opt-outs')
  receiveOptOutEvent({ action: 'create', optOut: { id: 5 } } as never)
  await answerRequest('GET /opt-outs', { optOuts: [], hasMore: false, next: null, count: 0, erased: 0 })
  await requestOf('GET /opt-outs', 2)
  await answerRequest('GET /opt-outs', { optOuts: [{ id: 5 }], hasMore: false, next: null, count: 1, erased: 0 }, 2)
  await load
  expect(optOutCounts.peek()).toEqual({ count: 1, erased: 0 })
})

test('phrases: an older response that arrives after a newer one does not hide a duplicate', async () => {
  const loads = [foundPhrases.reload(), foundPhrases.reload()]
  const [older, newer] = [await requestOf('GET /flowcampaign'), await requestOf('GET /flowcampaign', 2)]
  newer.answer({ flow: [{ id: 1, name: 'Oferta', phrase: 'quero', status: true, whatsappId: null }] })
  await loads[1]
  older.answer({ flow: [] })
  await Promise.all(loads)
  expect(findDuplicate({ phrase: 'quero' })).toMatchObject({ id: 1 })
})

test('schedules: a contact renamed while the first page loads makes the calendar load again', async () => {
  drawn(useSchedulesLive)
  showRange({ from: '2026-11-01', to: '2026-11-30', searchParam: '', mine: false })
  await requestOf('GET /schedules')
  sendEvent('contact', { action: 'update', contact: { id: 1, name: 'Lia' } })
  await answerRequest('GET /schedules', { schedules: [scheduleFor(1)], hasMore: false, next: null, count: 1 })
  await requestOf('GET /schedules', 2)
})

test('schedules: many contacts changed while the calendar loads cause one more request, and others none', async () => {
  drawn(useSchedulesLive)
  showRange({ from: '2026-10-01', to: '2026-10-31', searchParam: '', mine: false })
  await requestOf('GET /schedules')
  const begun = requestsOf('GET /schedules')
  for (let id = 1; id <= 50; id++) sendEvent('contact', { action: 'update', contact: { id, name: 'Lia' } })
  const answer = { schedules: [7, 8].map(scheduleFor), hasMore: false, next: null, count: 2 }
  await answerRequest('GET /schedules', answer, begun)
  await answerRequest('GET /schedules', answer, begun + 1)
  sendEvent('contact', { action: 'update', contact: { id: 99, name: 'Rui' } })
  await Bun.sleep(700)
  expect(requestsOf('GET /schedules')).toBe(begun + 1)
})

test('contact details: a contact renamed while it loads keeps the new name', async () => {
  const shown = drawn(() => useContact(5))
  await requestOf('GET /contacts/5')
  sendEvent('contact', { action: 'update', contact: { id: 5, name: 'Lia Souza' } })
  await answerRequest('GET /contacts/5', { id: 5, name: 'Lia' })
  await drawing()
  expect(shown().result).toMatchObject({ contact: { name: 'Lia Souza' } })
})

test('saved views: views stored while they load stay', async () => {
  const load = loadViews()
  await requestOf('GET /ticket-views')
  const store = storeViews([{ name: 'Urgentes' } as never])
  await requestOf('PUT /ticket-views')
  await answerRequest('PUT /ticket-views', { views: [{ name: 'Urgentes' }] })
  await store
  await answerRequest('GET /ticket-views', { views: [] })
  await load
  expect(views.value).toMatchObject([{ name: 'Urgentes' }])
})

test('users: an invitation accepted while the invitations load makes them load again', async () => {
  render(createElement(UsersPage))
  await requestOf('GET /invitations')
  sendEvent('user', { action: 'create', user: { id: 5, name: 'Rui', email: 'rui@loja.test', queues: [] } })
  await requestOf('GET /invitations', 2)
})

test('flows of a ticket: an older response that arrives after a newer one does not replace it', async () => {
  const shown = drawn(() => useRuns(6))
  await requestOf('GET /tickets/6/flow')
  sendEvent('ticket', { action: 'update', ticket: { id: 6 } })
  await answerRequest('GET /tickets/6/flow', { runs: [{ id: 2 }] }, 2)
  await until('the run', () => shown().runs.length === 1)
  await answerRequest('GET /tickets/6/flow', { runs: [] })
  await drawing()
  expect(shown().runs).toMatchObject([{ id: 2 }])
})

const licence = (dueDate: string) => ({
  company: { dueDate, email: 'ana@loja.test', recurrence: 'MENSAL' },
  plan: { name: 'Pro', value: 9990 },
  trialDaysLeft: null,
})

test('subscription: a licence read before a payment does not replace the one read after it', async () => {
  const page = render(createElement(SubscriptionPage))
  await requestOf('GET /subscription')
  sendEvent('payment', { action: 'CONCLUIDA' })
  await answerRequest('GET /subscription', licence('2028-11-30'), 2)
  await until('the renewed licence', () => page.textContent?.includes('30/11/2028') === true)
  await answerRequest('GET /subscription', licence('2027-11-30'))
  await drawing()
  expect(page.textContent).toContain('30/11/2028')
})
