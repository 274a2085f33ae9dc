import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { EventLine } from '../../../ui/pages/inbox/tickets/thread/event-line'
import { render, unmount } from '../rendered'
import { historyEntry } from './tickets-fixtures'

await startTexts()
await loadAllTexts('pt')
afterEach(unmount)

test.each([
  [null, 'Reaberto: o cliente escreveu de novo'],
  [{ id: 7, name: 'Ana' }, 'Ana reabriu o atendimento'],
])('the line of a ticket reopened by %j says who did it', (actor, text) => {
  const event = historyEntry({ kind: 'reopened', actor })
  expect(render(createElement(EventLine, { event })).textContent).toStartWith(`${text} ·`)
})
