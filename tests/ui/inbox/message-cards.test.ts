import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { session } from '../../../ui/lib/session'
import { ContactCards, LocationCard } from '../../../ui/pages/inbox/tickets/bubble/cards'
import { useCards } from '../../../ui/pages/inbox/tickets/composer/use-cards'
import { ana } from '../browser'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'
import { message } from './tickets-fixtures'

await signInForEachTest()

test.each([
  ['Rua das Flores, 10', 'Rua das Flores, 10Abrir no mapa'],
  [undefined, 'Localização-23.55050, -46.63330Abrir no mapa'],
])('a location with the address %s shows coordinates only without one', (address, text) => {
  const detail = { latitude: -23.5505, longitude: -46.6333, ...(address && { address }) }
  const card = createElement(LocationCard, { message: message({ mediaType: 'locationMessage', detail }) })
  expect(render(card).textContent).toBe(text)
})

test('the number of a contact card is formatted', () => {
  const detail = { contacts: [{ name: 'Priscila Amaral', numbers: ['5511912345678'] }] }
  const card = createElement(ContactCards, { message: message({ mediaType: 'contactMessage', detail }) })
  expect(render(card).textContent).toContain('+55 11 91234-5678')
})

const Labels = () =>
  useCards({} as never)
    .entries.map(({ label }) => label)
    .join(', ')

test('the composer offers to send a contact to people who see numbers only', () => {
  const settings = [{ key: 'roleLimits', value: '{"user":["numbers"]}' }]
  const me = { ...ana, profile: 'user', company: { ...ana.company, settings } }
  expect(render(createElement(Labels)).textContent).toBe('Enviar contato, Enviar localização, Enviar figurinha')
  session.value = { kind: 'in', me: me as never }
  expect(render(createElement(Labels)).textContent).toBe('Enviar localização, Enviar figurinha')
})
