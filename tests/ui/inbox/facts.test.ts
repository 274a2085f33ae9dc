import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import type { MessageDetail } from '../../../src/features/inbox/messages/model'
import { ContactCards } from '../../../ui/pages/inbox/tickets/bubble/cards'
import { Content } from '../../../ui/pages/inbox/tickets/bubble/content'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'
import { message } from './tickets-fixtures'

await signInForEachTest()

const shown = (body: string, detail: MessageDetail) => {
  const entry = { key: '1', message: message({ mediaType: 'chat', body, detail }), sending: null }
  return render(createElement(Content, { entry: entry as never, onBroken: () => {} })).textContent
}

test('a poll shows its question, each option with its votes, and how many people voted', () => {
  const options = [
    { id: 'a', name: 'Chocolate', votes: 2 },
    { id: 'b', name: 'Morango', votes: 1 },
  ]
  const poll = { question: 'Qual sabor?', options, voters: 2 }
  expect(shown('Qual sabor?\n○ Chocolate\n○ Morango', { poll })).toBe(
    'Qual sabor?Chocolate2 votosMorango1 voto2 pessoas votaram',
  )
})

test('an event shows its text, times and answers', () => {
  const event = { startsAt: '2026-12-01T15:00:00.000Z', canceled: true, going: 2, maybe: 1, notGoing: 0 }
  expect(shown('Festa', { event })).toBe('FestaCanceladoInício: 01/12/2026 12:00Vão: 2 · Talvez: 1 · Não vão: 0')
})

test('a pressed row shows its description below the label', () =>
  expect(shown('Vendas', { lines: 'Das 8 às 18' })).toBe('VendasDas 8 às 18'))

test.each([
  ['edit', 'Bom diaEditada no celular; veja a nova versão no WhatsApp.'],
  ['answer', 'Bom diaHá votos ou respostas que só aparecem no WhatsApp do celular.'],
] as const)('a message whose %s only the phone shows says so', (onPhone, text) =>
  expect(shown('Bom dia', { onPhone })).toBe(text),
)

test('a contact card shows e-mail, company and other lines', () => {
  const card = { name: 'Ana', numbers: [], emails: ['ana@x.test'], organisation: 'Padaria', lines: ['Gerente'] }
  const cards = createElement(ContactCards, {
    message: message({ mediaType: 'contactMessage', detail: { contacts: [card] } }),
  })
  const element = render(cards)
  expect(element.textContent).toBe('Anaana@x.testPadariaGerente')
  expect(element.querySelector('a')?.getAttribute('href')).toBe('mailto:ana@x.test')
})
