import './browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { session } from '../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../ui/lib/texts'
import { QueueCards } from '../../ui/pages/queues/queue-rows'
import { ana } from './browser'
import { render, unmount } from './rendered'

await startTexts()
await loadAllTexts('pt')
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
})

test('the card of a queue on a phone shows id, order, greeting and people (specification, part 2 §2)', () => {
  session.value = { kind: 'in', me: ana as never }
  const queue = { id: 41, name: 'Vendas', color: '#0a7f5a', orderQueue: 7, greetingMessage: 'Olá!' } as never
  const verbs = { onEdit: () => {}, onDelete: () => {}, onOptions: () => {} }
  const card = render(createElement(QueueCards, { rows: [queue], membersOf: () => ['Bia'], ...verbs } as never))
  for (const text of ['Vendas', 'ID 41', 'Ordem 7', 'Olá!', 'Bia']) expect(card.textContent).toContain(text)
})
