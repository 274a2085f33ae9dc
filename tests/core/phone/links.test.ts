import { expect, test } from 'bun:test'
import { readNumber } from '../../../src/shared/phone/read-number'
import { makeSpellings, spelledCountries } from '../../number-spellings'
import { daySeed } from '../../size'

/** Links to a number in the form of WhatsApp, as pages, cards and telephones write them. */
const links: ((digits: string) => string)[] = [
  (digits) => `https://wa.me/${digits}`,
  (digits) => `http://www.wa.me/${digits}/`,
  (digits) => `HTTPS://WA.ME/${digits}?text=Pedido%2012%20de%2030/11`,
  (digits) => `wa.me/%2B${digits}`,
  (digits) => `<https://wa.me/${digits}>`,
  (digits) => `Fale comigo: https://wa.me/${digits}`,
  (digits) => `https://api.whatsapp.com/send?phone=${digits}`,
  (digits) => `https://api.whatsapp.com/send/?phone=%2B${digits}&text&type=phone_number&app_absent=0`,
  (digits) => `https://api.whatsapp.com/send/?phone=%2B${digits.slice(0, 2)}+${digits.slice(2)}&text&app_absent=0`,
  (digits) => `https://web.whatsapp.com/send?text=oi&phone=${digits}`,
  (digits) => `whatsapp://send?phone=${digits}&text=2%20bolos`,
  (digits) => `intent://send/${digits}#Intent;scheme=smsto;package=com.whatsapp;end`,
  (digits) => `tel:+${digits}`,
  (digits) => `tel:%2B${digits}`,
  (digits) => `callto:+${digits}`,
  (digits) => `sms:+${digits}?body=oi`,
  (digits) => `<a href="tel:+${digits}">`,
]

const people = makeSpellings(spelledCountries.length * 5, daySeed).map(({ number }) => number)

test('a link to a number of 45 countries is this number, in a company of any country', () => {
  const wrong: unknown[] = []
  for (const [at, number] of people.entries())
    for (const link of links) {
      const country = spelledCountries[(at * 7) % spelledCountries.length] as string
      const read = readNumber(link(number), country)
      if (!('number' in read) || read.number !== number) wrong.push({ text: link(number), country, number, read })
    }
  expect(wrong).toEqual([])
})

test('a link to a number without its country code is refused, or the number that WhatsApp would open', () => {
  for (const number of people) {
    const digits = number.slice(2)
    for (const link of links.slice(0, 10)) {
      const read = readNumber(link(digits), 'BR')
      const opened = readNumber(`+${digits}`, 'BR')
      expect(['number' in read ? read.number : 'refused', link(digits)]).toEqual([
        'number' in read && 'number' in opened ? opened.number : 'refused',
        link(digits),
      ])
    }
  }
})

test.each([
  'https://wa.me/message/ABCD1198888005',
  'https://wa.me/qr/AB11988880051',
  'https://wa.me/?text=11988880051',
  'https://chat.whatsapp.com/AB11988880051',
  'https://whatsapp.com/channel/0029Va11988880051',
  'wa.me/p/1234567890123456/5511988880051',
  'https://instagram.com/ana11988880051',
  'https://loja.example/produto/11988880051',
  'www.loja.com.br/p/11988880051?ref=2',
  'linkedin.com/in/ana-11988880051',
  '120363012345678901@g.us',
  '5511988880051-1600000000@g.us',
  '5511988880051@lid',
  '5511988880051@newsletter',
])('%s names no number', (text) => expect(readNumber(text, 'BR')).toHaveProperty('refused'))

test('a page beside a number does not refuse it', () =>
  expect(readNumber('11 98888-0051 https://loja.example/ana', 'BR')).toEqual({ number: '5511988880051' }))
