import { expect, test } from 'bun:test'
import examples from 'libphonenumber-js/examples.mobile.json'
import { getExampleNumber } from 'libphonenumber-js/max'
import { countryCodes } from '../../../src/shared/phone/countries'
import { canonicalNumber } from '../../../src/shared/phone/forms'
import { readNumber } from '../../../src/shared/phone/read-number'
import { makeSpellings } from '../../number-spellings'

const inBrazil = (text: string) => {
  const read = readNumber(text, 'BR')
  return 'number' in read ? read.number : read.refused
}

test.each([
  ['(11) 98765-4321', '5511987654321'],
  ['(11) 8765-4321', '5511987654321'],
  ['11 3265-4321', '551132654321'],
  ['011 98765-4321', '5511987654321'],
  ['0 15 11 98765-4321', '5511987654321'],
  ['+55 11 98765-4321', '5511987654321'],
  ['55 11 8765 4321', '5511987654321'],
  ['+1 (415) 555-0123', '14155550123'],
  ['0014155550123', '14155550123'],
  ['351 912 345 678', '351912345678'],
  ['55 98888-0051', '5555988880051'],
  ['11/98888-0051', '5511988880051'],
  ['(011) / 3333-4444', '551133334444'],
  // A mobile of Buenos Aires as its owner writes it.
  ['011 15-2345-5042', 'tooLong'],
])('%j is the number %s', (text, number) => expect(inBrazil(text)).toBe(number))

test.each([
  ['(+51) 987654321', '51987654321'],
  ['\u202a+51 987 654 321\u202c', '51987654321'],
  ['[ + 51 ] 987654321', '51987654321'],
  ['\uff0b51 987654321', '51987654321'],
  ['++51 987654321', '51987654321'],
  ['+0051 987654321', '51987654321'],
  ['00 + 51 987654321', '51987654321'],
  ['(0051) 987654321', '51987654321'],
  ['Peru: +51 987654321', '51987654321'],
  ['51 987654321+', 'ambiguous'],
])('the country in front of the first digit counts in %j', (text, number) => expect(inBrazil(text)).toBe(number))

test.each(['+55 11 98888 - 0051', '+55 11 98888-0051 (Ana)', '(011) 98888-0051', 'Tel11 98888-0051'])(
  'brackets, dashes and words beside %j do not refuse it',
  (text) => expect(inBrazil(text)).toBe('5511988880051'),
)

test.each([
  '+55 (011) 98888-0051',
  '55 011 98888-0051',
  '+55 0 15 11 98888-0051',
  '0xx11 98888-0051',
  '(0xx11) 98888-0051',
  '0**11 98888 0051',
  '+55 (0xx11) 98888-0051',
])('trunk zero and carrier code are no part of %j', (text) => expect(inBrazil(text)).toBe('5511988880051'))

test.each([
  ['0015 55 11 98888-0051', '5511988880051'],
  ['00 15 55 11 98888-0051', 'tooLong'],
  ['0021 51 987654321', '51987654321'],
  ['0015 351 912 345 678', '351912345678'],
  ['0041 79 123 45 67', '41791234567'],
  ['0015 511 98888-0051', 'tooLong'],
  ['90 11 98888-0051', '5511988880051'],
  ['90 15 11 98888-0051', '5511988880051'],
  ['90 (15) (11) 3333-4444', '551133334444'],
  ['90 15 98888-0051', 'tooLong'],
])('carriers of calls abroad and the prefix of collect calls are no part of %j: %s', (text, number) =>
  expect(inBrazil(text)).toBe(number),
)

test.each([
  '11988880051.0',
  '5511988880051,00',
  '5,511,988,880,051',
  '5.511.988.880.051',
  '="5511988880051"',
  "'5511988880051",
  '\u201c5511988880051\u201d',
  'Tel.: (11) 98888-0051',
  'Fone 2: 11 98888-0051',
  'whatsapp +55 11 98888-0051 (Jo\u00e3o)',
  'tel:+55-11-98888-0051',
  'tel:%2B5511988880051',
  'https://wa.me/5511988880051?text=oi%2012',
  'wa.me/+5511988880051',
  'https://api.whatsapp.com/send?phone=%2B5511988880051&text=a',
  'whatsapp://send?phone=5511988880051',
  '5511988880051@s.whatsapp.net',
  '5511988880051:12@c.us',
  '\uff15\uff15\uff11\uff11\uff19\uff18\uff18\uff18\uff18\uff10\uff10\uff15\uff11',
  '\u0660\u0661\u0661\u0669\u0668\u0668\u0668\u0668\u0660\u0660\u0665\u0661',
  '+55\u00a011\u00a098888\u20110051',
  '+55 11 98888\u00ad-0051',
  '1\ufe0f\u20e31\ufe0f\u20e3 98888-0051',
  '11 98888-0051\u00b2',
])('what stands around the number is no part of %j', (text) => expect(inBrazil(text)).toBe('5511988880051'))

test.each([
  ['9 8888-0062', 'noAreaCode'],
  ['3333-4444', 'noAreaCode'],
  ['+55 98888-0062', 'noAreaCode'],
  ['1234567', 'tooShort'],
  ['', 'noNumber'],
  ['ligar depois', 'noNumber'],
  ['rui@example.com', 'noNumber'],
  ['12345678901@lid', 'noNumber'],
  ['1234567890123456', 'tooLong'],
  ['119888800310', 'tooLong'],
  ['+55 20 98888-0051', 'notOfCountry'],
  ['14155550123', 'notOfCountry'],
  ['34612345678', 'notOfCountry'],
  ['+999 1234567', 'unknownCountry'],
  ['+055 11 98888-0051', 'unknownCountry'],
  ['5,51199E+12', 'scientific'],
  ['5.51199e12', 'scientific'],
  ['11 3333-4444 r. 12', 'extension'],
  ['11 3333-4444 ramal 12', 'extension'],
  ['11 3333-4444 x12', 'extension'],
  ['11 3333-4444 (ext. 12)', 'extension'],
  ['tel:+55-21-99999-0000;ext=12', 'extension'],
  ['+55 11 98888-0051 / 11 97777-0052', 'several'],
  ['11 98888-0051 ou 11 97777-0052', 'several'],
  ['+5511988880051\n+5511977770052', 'several'],
  ['21 9888-0051 2', 'several'],
  ['+43 664 1234567 - 89', 'several'],
  ['+43 664 1234567(89)', 'several'],
  ['+358 41 2345678 12', 'several'],
  ['11 3333-4444 (12)', 'several'],
  ['l1 98888-0051', 'several'],
  ['11 98888-005O', 'several'],
  ['https://wa.me/message/ABCDEF11988880051', 'noNumber'],
  ['https://chat.whatsapp.com/AB11988880051', 'noNumber'],
  ['9'.repeat(400), 'several'],
  ['111.444.777-35', 'otherCode'],
  ['12.345.678/0001-90', 'otherCode'],
  ['11222333000181', 'otherCode'],
  ['CPF 11987654321', 'otherCode'],
  ['19/03/1985', 'otherCode'],
  ['1985-03-12', 'otherCode'],
  ['1985-03-12T00:00:00Z', 'otherCode'],
  ['01310-100', 'otherCode'],
  ['R$ 1.234,56', 'otherCode'],
  ['+39 (0)351 123 4567', 'ambiguous'],
])('%j is refused: %s', (text, reason) => expect(inBrazil(text)).toBe(reason))

test.each([
  ['+52 1 55 1234 5678', '525512345678'],
  ['+52 55 1234 5678', '525512345678'],
  ['+54 11 2345-6789', '5491123456789'],
  ['+54 9 11 2345-6789', '5491123456789'],
  ['+54 11 15 2345-6789', '5491123456789'],
  ['+229 97 12 34 56', '2290197123456'],
  ['+44 (0)20 7946 0958', '442079460958'],
  ['+34 (0) 912 345 678', '34912345678'],
  ['+39 (0)6 1234 5678', '390612345678'],
])('abroad, %j is %s', (text, number) => expect(inBrazil(text)).toBe(number))

test.each([
  ['55 1234 5678', 'MX', '525512345678'],
  ['044 55 1234 5678', 'MX', '525512345678'],
  ['5215512345678', 'MX', '525512345678'],
  ['011 15-2345-6789', 'AR', '5491123456789'],
  ['(415) 555-0123', 'US', '14155550123'],
  ['011 55 11 98888-0051', 'US', '5511988880051'],
  ['5511988880051', 'US', '5511988880051'],
  ['0151 23456789', 'DE', '4915123456789'],
  ['4915123456789', 'DE', '4915123456789'],
  ['351912345678', 'PT', '351912345678'],
  ['333 1234567', 'IT', '393331234567'],
  ['8 912 345 67 89', 'RU', '79123456789'],
])('%j in the country %s is %s', (text, country, number) => expect(readNumber(text, country)).toEqual({ number }))

test('digits without the trunk prefix of their country that are also a number abroad are ambiguous', () => {
  expect(readNumber('351912345678', 'DE')).toEqual({ refused: 'ambiguous' })
})

test('the list of countries has those of the numbering plans', async () => {
  const plans = await import('libphonenumber-js/metadata.max.json')
  const countries = plans.default.countries as unknown as Record<string, unknown>
  expect(Object.keys(countries)).toEqual([...countryCodes])
})

test.each([
  ['2) 11 98888-0051', 'BR', 'several'],
  ['08) (11) 96123-8514', 'BR', 'several'],
  ['99988-7766 11', 'BR', 'several'],
  ['98888 0051 2', 'BR', 'several'],
  ['9 8888-0051 12', 'BR', 'several'],
  ['3224-1234 12', 'BR', 'several'],
  ['(55) 41 2123-5640', 'VE', 'several'],
  ['612-34-56-61 12', 'ES', 'several'],
  ['56221234820.0-11', 'CL', 'several'],
  ['1.1 312 345 7623', 'IT', 'several'],
  ['https://wa.me/43664124087-2', 'DO', 'several'],
  ['Matr\u00edcula 11988880051', 'BR', 'otherCode'],
  ['CNH: 11988880051', 'BR', 'otherCode'],
])('digits of something else beside the number refuse %j in %s: %s', (text, country, refused) =>
  expect(readNumber(text, country)).toEqual({ refused: refused as never }),
)

test.each([
  ['1 415 555-0123', 'US', '14155550123'],
  ['06 20 123 4567', 'HU', '36201234567'],
  ['06 12 34 56 78', 'FR', '33612345678'],
  ['0 15 11 98888-0051', 'BR', '5511988880051'],
  ['55 11 98888-0051', 'BR', '5511988880051'],
  ['(0351) 15 612-3456', 'AR', '5493516123456'],
  ['plus 51 987654321', 'US', '51987654321'],
  ['mais 55 11 98888-0051', 'BR', '5511988880051'],
  ['mais 351 912 345 678', 'BR', '351912345678'],
  ['&#43;51 987654321', 'BR', '51987654321'],
  ['wa.me/51987654321/?text=12', 'BR', '51987654321'],
  ['intent://send/51987654321#Intent;scheme=smsto', 'BR', '51987654321'],
])('%j in %s is still %s', (text, country, number) => expect(readNumber(text, country)).toEqual({ number }))

test('the usual spelling of each country reads as the number itself, within the country and from abroad', () => {
  const spellings = countryCodes.flatMap((country) => {
    const example = getExampleNumber(country as never, examples as never)
    if (!example) return []
    const number = canonicalNumber(example.number.slice(1))
    return [example.formatNational(), example.formatInternational()].map((text) => ({ country, text, number }))
  })
  const read = spellings.map(({ country, text }) => ({ country, text, ...readNumber(text, country) }))
  expect(read).toEqual(spellings)
})

test.each([
  ['08-123 456 78', 'SE', '46812345678'],
  ['02 1234 5678', 'IT', '390212345678'],
  ['7 1123456', 'SO', '25271123456'],
  ['91 98888 00 51', 'BR', '5591988880051'],
])('few digits at the end of a usual spelling belong to the number: %j in %s is %s', (text, country, number) =>
  expect(readNumber(text, country)).toEqual({ number }),
)

const inFront = [
  '2) ',
  '1. ',
  '3 - ',
  '10- ',
  '#4 ',
  '(2) ',
  '2: ',
  '2\u00aa ',
  '5)',
  '(55) ',
  '1-',
  '1.1 ',
  '2-3 ',
  '\u2460',
]
const behind = [
  ' 2',
  ' (2)',
  ' - 2',
  '/2',
  '-2',
  '.2',
  '_2',
  ' 12',
  '\t2',
  ' 11',
  '-11',
  '.50',
  ' 1\u00aa',
  ' 10h',
  '-1234',
  ' 2024',
]

test('numbering in front and digits behind never make another number of 1,500 spellings', () => {
  const wrong: unknown[] = []
  for (const { text, country } of makeSpellings(1500, 77)) {
    const alone = readNumber(text, country)
    if (!('number' in alone)) continue
    for (const typed of [...inFront.map((place) => place + text), ...behind.map((added) => text + added)]) {
      const read = readNumber(typed, country)
      if ('number' in read && read.number !== alone.number) wrong.push({ typed, country, read, alone })
    }
  }
  expect(wrong).toEqual([])
})

test.each(['Telefone a mais 51 98765-4321', 'mas 51 98765-4321', 'Plano Plus 51 98765-4321', 'mais 65 9876-5432'])(
  'a word that may be a sign or part of a name refuses %j when both are numbers',
  (text) => expect(inBrazil(text)).toBe('ambiguous'),
)

test.each([
  ['\u00b91 98888-0051', 'tooShort'],
  ['11 98888-005\u00b9', 'tooShort'],
  ['11 9876-5432\u00b2', 'several'],
  ['#1198880051', 'otherCode'],
  ['OS 1198880051', 'otherCode'],
  ['ID: 11988880051', 'otherCode'],
  ['C\u00f3d. 11988880051', 'otherCode'],
  ['https://wa.me/?text=11988880051', 'noNumber'],
])('%j, whose digits are not those of one number, is refused: %s', (text, reason) =>
  expect(inBrazil(text)).toBe(reason),
)

test.each([
  ['11 98888-0051\u00b9', '5511988880051'],
  ['\u{1d7cf}\u{1d7cf} \u{1d7d7}8888-0051', '5511988880051'],
  ['\u0f21\u0f21 98888-0051', '5511988880051'],
  ['\u{1f1f5}\u{1f1ea} 51 987654321', '51987654321'],
  ['\u{1f1f5}\u{1f1ea} 987654321', '51987654321'],
  ['\u{1f1f5}\u{1f1ea} +55 11 98888-0051', '5511988880051'],
])('digits of other scripts and the flag of a country count in %j', (text, number) =>
  expect(inBrazil(text)).toBe(number),
)

test.each(['11 98888-005', '(11) 9 8888-005', '11 9 888-0051', '11 9 8880051', '+55 11 98888 005', '1198888-005'])(
  'a digit is missing in %j, which is not the older number of another person',
  (text) => expect(inBrazil(text)).toBe('tooShort'),
)

test.each(['11 9888-8005', '1198888005', '(11) 9888.8005', '11 98888005', '55 11 98 88 80 05'])(
  '%j is an older number of eight digits',
  (text) => expect(inBrazil(text)).toBe('5511998888005'),
)

test.each(['CELULAR 11 98888-0051', 'BR +55 11 98888-0051', 'TITULAR: 11988880051', 'Fone do DR (11) 98888-0051'])(
  'a capital R in front of the number says nothing in %j',
  (text) => expect(inBrazil(text)).toBe('5511988880051'),
)

test.each(['(415) 555-2671', '415-555-2671', '415.555.2671'])(
  '%j is written as in the United States, so that it is no number of Brazil',
  (text) => expect(inBrazil(text)).toBe('ambiguous'),
)
