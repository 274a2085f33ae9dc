import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { draftText, saveDraft } from '../../../ui/lib/drafts'
import {
  changedProposals,
  changedText,
  returnChangedText,
  storeChangedText,
} from '../../../ui/pages/inbox/tickets/proposals/changed-texts'
import { ProposalCards } from '../../../ui/pages/inbox/tickets/proposals/proposal-cards'
import { deciding, discardProposal, sendProposal } from '../../../ui/pages/inbox/tickets/proposals/store'
import { until } from '../../until'
import { json, serve } from '../browser'
import { press, render, unmount } from '../rendered'

/** Answers that programs propose, and the words that a person typed in their place. */

const nativeFetch = globalThis.fetch
const proposal = {
  ...{ id: 7, ticketId: 5, key: 'Assistente', body: 'Chega hoje.', state: 'open' as const },
  ...{ messageId: null, decidedBy: null, decidedAt: null, createdAt: '2026-11-30T10:00:00.000Z' },
}
const stored = () => localStorage.getItem('proposal:0:5:7')

beforeEach(() => storeChangedText(proposal, 'Chega amanhã às 10h.'))
afterEach(() => {
  unmount()
  storeChangedText(proposal, null)
  saveDraft(5, '')
  globalThis.fetch = nativeFetch
})

test('a changed text is stored in the browser, and found there after a reload', () => {
  expect(stored()).toBe('Chega amanhã às 10h.')
  localStorage.setItem('proposal:0:5:8', 'typed before the reload')
  expect(changedProposals(5)).toContainEqual({ id: 8, ticketId: 5 })
  expect(changedText({ id: 8, ticketId: 5 }).peek()).toBe('typed before the reload')
  storeChangedText({ id: 8, ticketId: 5 }, null)
})

test('a sent text leaves the browser', async () => {
  const calls = serve(() => json({ ...proposal, state: 'sent' }))
  expect(await sendProposal(proposal)).toBe(true)
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/message-proposals/7/send', '{"body":"Chega amanhã às 10h."}'],
  ])
  expect([stored(), changedText(proposal).peek(), draftText(5)]).toEqual([null, null, ''])
})

test.each(['ERR_PROPOSAL_DECIDED', 'ERR_NO_PROPOSAL_FOUND'])(
  'a text that is refused with %s goes into the draft of the answer',
  async (error) => {
    saveDraft(5, 'Bom dia!')
    serve(() => json({ error }, 409))
    expect(await sendProposal(proposal)).toBe(true)
    expect([stored(), draftText(5)]).toEqual([null, 'Bom dia!\nChega amanhã às 10h.'])
  },
)

test('a text stays in its place after any other failure', async () => {
  serve(() => json({ error: 'ERR_RATE_LIMIT' }, 429))
  expect(await discardProposal(proposal)).toBe(false)
  expect([stored(), deciding.peek()]).toEqual(['Chega amanhã às 10h.', []])
})

test('a decision of a colleague moves the text into the draft once', () => {
  returnChangedText(proposal)
  returnChangedText(proposal)
  expect([stored(), draftText(5)]).toEqual([null, 'Chega amanhã às 10h.'])
})

test('typed words are discarded only after a question, and cannot be changed while they are sent', async () => {
  const response = Promise.withResolvers<Response>()
  const calls = serve(({ method }) => (method === 'GET' ? json({ proposals: [proposal] }) : response.promise))
  const place = render(createElement(ProposalCards, { ticketId: 5, mayDecide: true }))
  await until('the card', () => place.querySelector('textarea') !== null)
  const [send, original, discard] = place.querySelectorAll('li button')
  press(discard!)
  press(original!)
  await Bun.sleep(0)
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  expect(stored()).toBe('Chega amanhã às 10h.')
  press(send!)
  await until('the request', () => calls.some(({ method }) => method === 'POST'))
  await until('the field is read-only', () => place.querySelector('textarea')!.readOnly)
  response.resolve(json({ ...proposal, state: 'sent' }))
  await until('the end', () => deciding.peek().length === 0)
})

test('proposals that did not load are told, and loaded again on request; a loaded one is announced', async () => {
  let isDown = true
  const calls = serve(() =>
    isDown ? json({ error: 'ERR_INTERNAL_SERVER_ERROR' }, 500) : json({ proposals: [proposal] }),
  )
  const place = render(createElement(ProposalCards, { ticketId: 5, mayDecide: true }))
  const status = place.querySelector('[role=status]')
  expect(status?.children).toHaveLength(0)
  await until('the line', () => place.querySelector('[role=alert] button') !== null)
  expect(calls).toHaveLength(2)
  isDown = false
  press(place.querySelector('[role=alert] button')!)
  await until('the card', () => place.querySelector('li') !== null)
  await until('no line', () => place.querySelector('[role=alert]') === null)
  expect(place.querySelector('[role=status]')).toBe(status)
  expect(status?.children).toHaveLength(1)
})
