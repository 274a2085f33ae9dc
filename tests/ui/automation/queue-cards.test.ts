import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { session } from '../../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { QueueCards } from '../../../ui/pages/automation/queues/queue-rows'
import { ana } from '../browser'
import { render, unmount } from '../rendered'

await startTexts()
await loadAllTexts('pt')
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
})

test('the card of a queue on a phone shows id, order, greeting, people and numbers', () => {
  session.value = { kind: 'in', me: ana as never }
  const queue = { id: 41, name: 'Vendas', color: '#0a7f5a', orderQueue: 7, greetingMessage: 'Olá!' } as never
  const verbs = { onEdit: () => {}, onDelete: () => {}, onOptions: () => {} }
  const names = { membersOf: () => ['Bia'], numbersOf: () => ['Loja'] }
  const card = render(createElement(QueueCards, { rows: [queue], ...names, ...verbs } as never))
  for (const text of ['Vendas', 'ID 41', 'Ordem 7', 'Olá!', 'Bia', 'Loja']) expect(card.textContent).toContain(text)
})

test('the card of a queue leaves the users out while they load', () => {
  session.value = { kind: 'in', me: ana as never }
  const queue = { id: 41, name: 'Vendas', color: '#0a7f5a', orderQueue: 7, greetingMessage: '' } as never
  const verbs = { onEdit: () => {}, onDelete: () => {}, onOptions: () => {} }
  const cardWith = (members: string[] | null) => {
    const names = { membersOf: () => members, numbersOf: () => ['Loja'] }
    return render(createElement(QueueCards, { rows: [queue], ...names, ...verbs } as never)).textContent
  }
  expect(cardWith(null)).not.toContain('Ninguém ainda')
  expect(cardWith([])).toContain('Ninguém ainda')
})
