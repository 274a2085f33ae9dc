import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { NumberField } from '../../../ui/contact/number-field'
import { createForm, required } from '../../../ui/lib/form'
import { readTyped, telephone } from '../../../ui/lib/number-reader'
import { session } from '../../../ui/lib/session'
import { createNewTicketForm, startNewContact } from '../../../ui/pages/inbox/tickets/new-ticket/new-ticket-form'
import { makeSpellings } from '../../number-spellings'
import { daySeed } from '../../size'
import { until } from '../../until'
import { ana } from '../browser'
import { render, type, unmount } from '../rendered'
import { signInForEachTest } from '../signed-in'

await signInForEachTest()
afterEach(unmount)

const makeForm = () => createForm({ number: '' }, { number: [required, telephone] })
function renderField() {
  const form = makeForm()
  const place = render(createElement(NumberField, { field: form.field('number'), label: 'Número' }))
  return { form, place, input: place.querySelector('input') as HTMLInputElement }
}
const isLoaded = () => until('the reader of numbers is loaded', () => readTyped('+5511988880051') !== null)

test('a field of a number names the country that counts without +, then the number that was understood', async () => {
  const { place, input } = renderField()
  expect(place.textContent).toContain('Sem + e código, o número é deste país: Brasil (+55).')
  await isLoaded()
  type(input, '(011) 98888-0051')
  await until('the number is shown', () => place.textContent?.includes('Entendido: +55 11 98888-0051.'))
  type(input, '(+51) 987654321')
  await until('the number is shown', () => place.textContent?.includes('Entendido: +51987654321.'))
})

test('the country of the company counts in the field', async () => {
  const settings = [{ key: 'country', value: 'MX' }]
  session.value = { kind: 'in', me: { ...ana, company: { ...ana.company, settings } } as never }
  const { place, input } = renderField()
  expect(place.textContent).toContain('México (+52)')
  await isLoaded()
  type(input, '55 1234 5678')
  await until('the number is shown', () => place.textContent?.includes('Entendido: +525512345678.'))
})

test('a refused text shows its reason at the field, before it is sent', async () => {
  const { form, place } = renderField()
  await isLoaded()
  form.field('number').value.value = '98888-0051'
  expect(await form.submit(() => Promise.reject(new Error('must not be sent')))).toBe(false)
  await until('the reason is shown', () => place.textContent?.includes('Falta o DDD.'))
})

test('a link pasted into the search of a new ticket becomes the number of the new contact', async () => {
  renderField()
  await isLoaded()
  const form = createNewTicketForm(null)
  startNewContact(form, 'https://wa.me/5511988880051')
  expect(form.values()).toMatchObject({ name: '', number: 'https://wa.me/5511988880051' })
})

test('spellings pasted into the search of a new ticket are the typed person, or refused at the field', async () => {
  renderField()
  await isLoaded()
  const wrong: unknown[] = []
  for (const { text, country, number } of makeSpellings(500, daySeed)) {
    session.value = {
      kind: 'in',
      me: { ...ana, company: { ...ana.company, settings: [{ key: 'country', value: country }] } } as never,
    }
    const form = createNewTicketForm(null)
    startNewContact(form, text)
    const typed = form.values().number
    const read = readTyped(typed)
    if (telephone(typed) === null && typed !== '' && read && !('number' in read && read.number === number))
      wrong.push({ text, country, number, read })
  }
  expect(wrong).toEqual([])
})
