import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseVcard } from '../../src/whatsapp/vcard'

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n')

test.each([
  ['plain', card('FN:Ana Lima', 'TEL;TYPE=CELL:+55 11 91234-5678'), 'Ana Lima', ['+55 11 91234-5678']],
  ['waid wins', card('FN:Ana', 'item1.TEL;waid=5511912345678:+55 11 91234-5678'), 'Ana', ['5511912345678']],
  ['name in parts', card('N:Lima;Ana;Maria;;', 'TEL:1'), 'Ana Maria Lima', ['1']],
  ['folded and escaped', card('FN:Loja\\, matriz', ' \\; filial', 'TEL:1'), 'Loja, matriz; filial', ['1']],
  ['quoted-printable', card('FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Jo=C3=A3o', 'TEL:1'), 'João', ['1']],
  ['tel uri, twice', card('FN:A', 'TEL;VALUE=uri:tel:+1-555', 'TEL:+1-555'), 'A', ['+1-555']],
  ['company only', card('ORG:Padaria;Centro'), 'Padaria', []],
  ['nothing', '', 'Fallback', []],
])('a vCard (%s) yields its name and numbers', (_, text, name, numbers) =>
  expect(parseVcard(text, name === 'Fallback' ? name : '')).toEqual({ name, numbers }),
)

test('parseVcard does not throw for any text', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void parseVcard(text)))
})

test('names and numbers are cut to 200 and 50 characters, and only the first 20 numbers are kept', () => {
  const numbers = Array.from({ length: 500 }, (_, n) => `TEL:${n}${'0'.repeat(500)}`)
  const parsed = parseVcard(card(`FN:${'A'.repeat(60_000)}`, ...numbers))
  expect(parsed.name).toHaveLength(200)
  expect(parsed.numbers).toHaveLength(20)
  expect(parsed.numbers[3]).toBe(`3${'0'.repeat(49)}`)
})
