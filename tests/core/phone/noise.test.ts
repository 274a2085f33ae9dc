import { expect, test } from 'bun:test'
import { readNumber } from '../../../src/shared/phone/read-number'
import { makeSpellings } from '../../number-spellings'
import { daySeed } from '../../size'

/** Signs and words that people and programs add to a number, or write in place of its signs. */
const noises: ((text: string) => string)[] = [
  (text) => `\u{1f4de}${text}`,
  (text) => `[${text}]`,
  (text) => `{${text}}`,
  (text) => `\u00ab${text}\u00bb`,
  (text) => `*${text}*`,
  (text) => `<${text}>`,
  (text) => `@${text}`,
  (text) => `${text};`,
  (text) => `${text}#`,
  (text) => `${text}/WhatsApp`,
  (text) => `Nome: Ana, fone: ${text}`,
  (text) => text.split('').join('\u200b'),
  (text) => text.split('').join('\u2060'),
  (text) => text.replaceAll(' ', '\u3000'),
  (text) => text.replaceAll(' ', '\t'),
  (text) => text.replaceAll('-', '\u2013'),
  (text) => text.replaceAll('-', '_'),
  (text) => text.replaceAll('+', '\uff0b'),
  (text) => text.replaceAll('+', 'plus '),
  (text) => text.replaceAll('+', '00'),
  (text) => text.replace(/\d/, '$& '),
  (text) => `1. ${text}`,
  (text) => `a) ${text}`,
  (text) => `${text}\t1`,
  (text) => `${text}\u00b2`,
  (text) => `\u00b2${text}`,
  (text) => `\u2460${text}`,
]

test('600 spellings with signs around and within them are the person, or refused', () => {
  const wrong: unknown[] = []
  for (const { text, country, number } of makeSpellings(600, daySeed))
    for (const noise of noises) {
      const typed = noise(text)
      const read = readNumber(typed, country)
      if ('number' in read && read.number !== number) wrong.push({ typed, country, read, number })
    }
  expect(wrong).toEqual([])
})

test.each([
  ['plus 39 (0)3123454589', 'SE'],
  ['0039 (0)3123454589', 'SE'],
  ['plus (47)40619053', 'BR'],
])('%j in %s is ambiguous', (text, country) => expect(readNumber(text, country)).toEqual({ refused: 'ambiguous' }))

test('a place in a list before digits of two countries refuses them', () =>
  expect(readNumber('1. 15123458173', 'DE')).toEqual({ refused: 'several' }))
