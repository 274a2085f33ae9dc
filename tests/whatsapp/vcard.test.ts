import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readNumber } from '../../src/shared/phone/read-number'
import { formatVcard, parseVcard } from '../../src/whatsapp/vcard'

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n')

test.each<[string, string, string, string[], object?]>([
  ['plain', card('FN:Ana Lima', 'TEL;TYPE=CELL:+55 11 91234-5678'), 'Ana Lima', ['+55 11 91234-5678']],
  ['waid wins', card('FN:Ana', 'item1.TEL;waid=5511912345678:+55 11 91234-5678'), 'Ana', ['+5511912345678']],
  ['name in parts', card('N:Lima;Ana;Maria;;', 'TEL:1'), 'Ana Maria Lima', ['1']],
  ['folded and escaped', card('FN:Loja\\, matriz', ' \\; filial', 'TEL:1'), 'Loja, matriz; filial', ['1']],
  ['quoted-printable', card('FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Jo=C3=A3o', 'TEL:1'), 'João', ['1']],
  ['tel uri, twice', card('FN:A', 'TEL;VALUE=uri:tel:+1-555', 'TEL:+1-555'), 'A', ['+1-555']],
  [
    'written number of another form than the account',
    card('FN:Ana', 'TEL;waid=551191234567:+55 11 9 9123-4567'),
    'Ana',
    ['+551191234567', '+55 11 9 9123-4567'],
  ],
  [
    'extension',
    card('FN:Ana', 'TEL;VALUE=uri:tel:+55-21-99999-0000;ext=12'),
    'Ana',
    ['+55-21-99999-0000'],
    { lines: ['+55-21-99999-0000 (12)'] },
  ],
  ['Latin-1', card('FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Jos=E9', 'TEL:1'), 'José', ['1']],
  ['Windows-1252 without a name of it', card('FN;ENCODING=QUOTED-PRINTABLE:Jos=E9', 'TEL:1'), 'José', ['1']],
  ['an unknown character set', card('FN;CHARSET=X-9;ENCODING=QUOTED-PRINTABLE:Jo=C3=A3o', 'TEL:1'), 'João', ['1']],
  ['a picture before the number', card('FN:Ana', `PHOTO;ENCODING=b:${'A'.repeat(90_000)}==`, 'TEL:1'), 'Ana', ['1']],
  [
    'e-mail, company and more',
    card(
      'FN:Ana',
      'item1.EMAIL;type=INTERNET:ana@x.test',
      'ORG:Padaria;Centro',
      'TITLE:Gerente',
      'ADR;TYPE=WORK:;;Rua A\\, 1;São Paulo;SP;01000-000;Brasil',
      'URL:https://x.test',
      'NOTE:liga\\nde manhã',
    ),
    'Ana',
    [],
    {
      emails: ['ana@x.test'],
      organisation: 'Padaria, Centro',
      lines: ['Gerente', 'Rua A, 1, São Paulo, SP, 01000-000, Brasil', 'https://x.test', 'liga\nde manhã'],
    },
  ],
  ['company only', card('ORG:Padaria;Centro'), 'Padaria', [], { organisation: 'Padaria, Centro' }],
  ['nothing', '', 'Fallback', []],
])('a vCard (%s) yields its name, numbers and other texts', (_, text, name, numbers, more = {}) =>
  expect(parseVcard(text, name === 'Fallback' ? name : '')).toEqual({ name, numbers, ...more }),
)

test('parseVcard does not throw for any text', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void parseVcard(text)))
})

test('names are cut to 200 characters, and only the first 20 numbers are kept', () => {
  const parsed = parseVcard(card(`FN:${'A'.repeat(60_000)}`, ...Array.from({ length: 500 }, (_, n) => `TEL:${n}`)))
  expect(parsed.name).toHaveLength(200)
  expect(parsed.numbers).toHaveLength(20)
})

test('a number of more than 50 characters is a line, never cut to the digits of another number', () => {
  const typed = `${'da casa na praia '.repeat(2)}+55 11 98888-0051`
  expect(parseVcard(card('FN:Ana', `TEL:${typed}`, `TEL;waid=${'1'.repeat(500)}:`))).toEqual({
    name: 'Ana',
    numbers: [],
    lines: [typed],
  })
})

test.each([
  ['51987654321', '+51 987 654 321'],
  ['14155550123', '+1 (415) 555-0123'],
  ['34612345678', '612 345 678'],
  ['551188880051', '(11) 8888-0051'],
])(
  'the account %s of a card is this person in a company of any country, also after it is sent on',
  (account, typed) => {
    const received = parseVcard(card('FN:Ana', `TEL;type=CELL;waid=${account}:${typed}`))
    const [number = ''] = parseVcard(formatVcard(received)).numbers
    expect(number).toBe(`+${account}`)
    for (const country of ['BR', 'US', 'DE'])
      expect(readNumber(number, country)).toEqual(readNumber(`${account}@s.whatsapp.net`, country))
  },
)

test('a number without its country is sent on as it was written', () => {
  const received = parseVcard(card('FN:Ana', 'TEL:11 98888-0051', 'TEL:11988880051'))
  expect(parseVcard(formatVcard(received)).numbers).toEqual(['11 98888-0051', '11988880051'])
})

test('all numbers of one property are shown', () =>
  expect(parseVcard('BEGIN:VCARD\nFN:Ana\nTEL:11 3333-4444;+55 11 98888-0051\nEND:VCARD').numbers).toEqual([
    '11 3333-4444',
    '+55 11 98888-0051',
  ]))
