import { afterAll, expect, test } from 'bun:test'
import { parseContactFile } from '../../../src/features/contacts/imports/contact-file-parser'
import { sampleContactFile } from '../../../src/features/contacts/imports/file-sample-parser'
import { addressBooks } from '../../contact-files/address-books'
import { cards } from '../../contact-files/cards'
import { exports } from '../../contact-files/exports'
import { pages } from '../../contact-files/pages'
import { services } from '../../contact-files/services'
import { texts } from '../../contact-files/texts'
import { workbooks } from '../../contact-files/workbooks'
import { zipOf } from '../../zip'

/** Address books, spreadsheets and exports as programs write them: proposed columns, and people as they are stored. */
const files = [...addressBooks, ...cards, ...exports, ...pages, ...services, ...texts, ...workbooks]
let right = 0

test('there are at least 60 files', () => expect(files.length).toBeGreaterThanOrEqual(60))

test.each(files.map((file) => [file.name, file] as const))('%s', async (_, { bytes, people, fields = [] }) => {
  const file = (await bytes).slice()
  const { preview } = await sampleContactFile({ bytes: file, language: 'pt', country: 'BR' })
  const { lines, fieldNames } = await parseContactFile({
    bytes: file,
    language: 'pt',
    country: 'BR',
    layout: preview.layout,
  })
  const rows = new TextDecoder()
    .decode(lines)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const stored = rows.map((row) => (row.length === 4 ? '-' : `${row[1]}|${row[2]}|${row[3]}`))
  expect(stored.slice(0, people.length)).toEqual(people)
  const kept = rows.flatMap((row) =>
    row.length === 4 ? [] : row[4].map(([at, value]: [number, string]) => `${fieldNames[at]}: ${value}`),
  )
  for (const field of fields) expect(kept).toContain(field)
  right++
})

const column = (name: string, text: string) => `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`
const rels = (target: string) =>
  `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="${target}"/></Relationships>`

test('a workbook of .NET with another prefix, and line breaks as _x000D_, is read', async () => {
  const rows = [
    ['Nome', 'Telefone'],
    ['Ana', '(11) 3333-4444_x000D_&#10;(11) 98765-4321'],
  ].map(
    ([name = '', number = ''], at) =>
      `<row r="${at + 1}">${column(`A${at + 1}`, name)}${column(`B${at + 1}`, number)}</row>`,
  )
  const sheet = '<sheet name="P" sheetId="1" d3p1:id="rId1"/>'
  const bytes = zipOf([
    { name: 'xl/workbook.xml', content: `<workbook xmlns:d3p1="http://x"><sheets>${sheet}</sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', content: rels('/xl/worksheets/sheet1.xml') },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>` },
  ])
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country: 'BR' })
  const { lines } = await parseContactFile({ bytes, language: 'pt', country: 'BR', layout: preview.layout })
  const [row] = new TextDecoder().decode(lines).trim().split('\n')
  expect(JSON.parse(row ?? '')).toEqual([2, 'Ana', '5511987654321', '', [[0, '(11) 3333-4444']], [], null])
})

test.each([
  ['&quot;R$&quot;\\ #,##0.00', '11988.8', 'R$ 11.988,80'],
  ['_-&quot;R$&quot;\\ * #,##0.00_-;\\-&quot;R$&quot;\\ * #,##0.00_-', '11988.8', 'R$ 11.988,80'],
  ['[$R$-416]\\ #,##0.00;[Red]\\-[$R$-416]\\ #,##0.00', '-5', '-R$ 5,00'],
  ['[$$-409]#,##0.00', '11988.8', '$11,988.80'],
  ['[$$-80A]#,##0.00', '1234.5', '$1,234.50'],
  ['[$$-2C0A]\\ #,##0.00', '1234.5', '$ 1.234,50'],
  ['#,##0.00\\ &quot;€&quot;', '1234567.5', '1.234.567,50 €'],
  ['&quot;R$&quot;\\ #,##0', '1500', 'R$ 1.500'],
  ['[$USD]\\ 0.00', '1500', 'USD 1500.00'],
  ['#,##0.00', '1500.5', '1500.5'],
  ['00000\\-000', '1310100', '01310100'],
])('a cell with the format %j and the value %s comes as the workbook shows it: %s', async (code, value, shown) => {
  const head = ['Nome', 'Telefone', 'Valor'].map((text, at) => column(`${'ABC'[at]}1`, text)).join('')
  const person = `${column('A2', 'Ana')}${column('B2', '11 98765-4321')}<c r="C2" s="0"><v>${value}</v></c>`
  const { preview } = await sampleContactFile({
    bytes: styledBook(
      `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`,
      `<row r="1">${head}</row><row r="2">${person}</row>`,
    ),
    language: 'pt',
    country: 'BR',
  })
  expect(preview.rows[0]?.fields.map((field) => field.value)).toEqual([shown])
})

/** A workbook of one sheet with styles. */
const styledBook = (styles: string, rows: string) =>
  zipOf([
    { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="P" r:id="rId1"/></sheets></workbook>' },
    { name: 'xl/_rels/workbook.xml.rels', content: rels('/xl/worksheets/sheet1.xml') },
    { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
  ])

test('shares of a workbook come as it shows them', async () => {
  const share = (name: string, value: string, style: number) => `<c r="${name}" s="${style}"><v>${value}</v></c>`
  const head = ['Nome', 'Telefone', 'Desconto', 'Taxa'].map((text, at) => column(`${'ABCD'[at]}1`, text)).join('')
  const person = column('A2', 'Ana') + column('B2', '11 98765-4321') + share('C2', '0.07', 0) + share('D2', '0.125', 1)
  const bytes = styledBook(
    '<numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts>' +
      '<cellXfs><xf numFmtId="9"/><xf numFmtId="164"/></cellXfs>',
    `<row r="1">${head}</row><row r="2">${person}</row>`,
  )
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country: 'BR' })
  expect(preview.rows[0]?.fields.map(({ value }) => value)).toEqual(['7%', '12.5%'])
})

afterAll(() => {
  process.stdout.write(`columns and people right in ${right} of ${files.length} files\n`)
})

test.each([
  ['Nome;Celular;DDI;Telefone\nAna;;54;11 5555-1234', '5491155551234'],
  ['Nome;Celular;País;Telefone\nAna;;AR;11 5555-1234', '5491155551234'],
  ['Nome;WhatsApp;DDD;Telefone\nAna;;11;98888-0051', '5511988880051'],
  ['Nome;Telefone;DDD 2;Telefone 2\nAna;98888-0051;21;97777-0051', '5521977770051'],
  ['Nome;Telefone;DDD;Celular;DDD 2\nAna;;;97777-0051;21', '5521977770051'],
  ['Nome;Área;Telefone\nAna;75;98888-0051', 'noAreaCode'],
  ['Nome;Área comercial;Telefone\nAna;75;98888-0051', 'noAreaCode'],
  ['Nome;Área 2;Telefone\nAna;75;98888-0051', 'noAreaCode'],
  ['Nome;Código de área;Telefone\nAna;75;98888-0051', '5575988880051'],
  ['Nome;Telefone\nAna;55 11 3333-4444 / 98888-0051', '5511988880051'],
  ['Nome;Telefone\nAna;55 (11) 3333-4444 / 98888-0051', '5511988880051'],
  ['Nome;Telefone\nAna;+55 11 3333-4444 / 98888-0051', '5511988880051'],
  ['Nome;Telefone\nAna;015 11 3333-4444 / 98888-0051', '5511988880051'],
  ['Nome;Telefone\nAna;0 15 11 3333-4444 / 98888-0051', '5511988880051'],
  ['Nome;Telefone\nAna;55 3333-4444 / 98888-0051', '5555988880051'],
  ['Nome;DDD;Fixo\nAna;11;3333-4444', '551133334444'],
  ['Nome;Telefone (DDD);Telefone\nAna;11;3333-4444', '551133334444'],
  ['Nome;DDD/FONE\nAna;11/98888-0051', '5511988880051'],
  ['Nome;Link\nAna;https://wa.me/5511988880051?text=oi', '5511988880051'],
  ['Nome;Link\nAna;https://api.whatsapp.com/send?phone=5511988880051', '5511988880051'],
  ['Name,Phone,Default Address Country Code\nJohn,(415) 555-2671,US', '14155552671'],
  ['name,billing_country,billing_phone\nJohn,US,(415) 555-2671', '14155552671'],
  ['Name,Default Address Phone,Phone\nAna,+5511988880051,', '5511988880051'],
])('the codes of %j belong to their numbers', async (text, expected) => {
  const bytes = new TextEncoder().encode(text)
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country: 'BR' })
  const { lines } = await parseContactFile({ bytes, language: 'pt', country: 'BR', layout: preview.layout })
  const [row] = new TextDecoder().decode(lines).trim().split('\n')
  expect(row).toContain(`"${expected}"`)
})

test.each([
  ['Nome;NIF;Telemóvel\nAna;123456789;912345678', 'PT', '351912345678'],
  ['Nombre;DNI;Tlf.\nAna;12345678Z;612 34 56 78', 'ES', '34612345678'],
  ['Nombre;RUT;Fono\nAna;12.345.678-5;9 8765 4321', 'CL', '56987654321'],
])('the heading of a number as written in other countries: %j', async (text, country, number) => {
  const bytes = new TextEncoder().encode(text)
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country })
  expect(preview.layout.columns).toEqual(['name', 'field', 'number'])
  const { lines } = await parseContactFile({ bytes, language: 'pt', country, layout: preview.layout })
  expect(new TextDecoder().decode(lines)).toContain(`"${number}"`)
})

test('names beside the kind of an address, as WooCommerce writes them, are joined', async () => {
  const text = 'Nome (faturamento),Sobrenome (faturamento),Telefone (faturamento)\nAna,Souza,11 98888-0051'
  const bytes = new TextEncoder().encode(text)
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country: 'BR' })
  expect(preview.layout.columns).toEqual(['firstName', 'lastName', 'number'])
})

test.each([
  ['11;15-2345-6789', '5491123456789'],
  ['0341;155123456', '5493415123456'],
])('the area code of Argentina in its own column belongs to %j', async (row, number) => {
  const bytes = new TextEncoder().encode(`Nombre;Característica;Celular\nAna;${row}`)
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country: 'AR' })
  const { lines } = await parseContactFile({ bytes, language: 'pt', country: 'AR', layout: preview.layout })
  expect(new TextDecoder().decode(lines)).toContain(`"${number}"`)
})

test('the number of an order under "Name" and a consent under "Email" are no names and addresses', async () => {
  const text = 'Name,Accepts Email Marketing,Billing Name,Phone\n#1001,yes,Ana Souza,11 98888-0051'
  const { preview } = await sampleContactFile({ bytes: new TextEncoder().encode(text), language: 'pt', country: 'BR' })
  expect(preview.layout.columns).toEqual(['field', 'field', 'name', 'number'])
})

/** Digits with country code, as lists of WhatsApp programs have them; the last is a person of Peru or of Porto Alegre. */
const codes = ['5511988880051', '5511977770052', '51987654321']

test.each([
  ['most numbers have their country code', codes, 'BR', ['5511988880051', '5511977770052', 'ambiguous']],
  [
    'most numbers have none',
    ['5551988880051', '51977770052', '51987654321'],
    'BR',
    ['5551988880051', '5551977770052', '5551987654321'],
  ],
  ['the number has +', [...codes.slice(0, 2), '+51987654321'], 'BR', ['5511988880051', '5511977770052', '51987654321']],
  [
    'the number is written in pieces',
    [...codes.slice(0, 2), '(51) 98765-4321'],
    'BR',
    ['5511988880051', '5511977770052', '5551987654321'],
  ],
  ['the company is in Peru', codes, 'PE', ['5511988880051', '5511977770052', '51987654321']],
])('digits that are numbers of two countries, where %s', async (_, numbers, country, expected) => {
  const bytes = new TextEncoder().encode(['nome,numero', ...numbers.map((number, at) => `P${at},${number}`)].join('\n'))
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country })
  const { lines } = await parseContactFile({ bytes, language: 'pt', country, layout: preview.layout })
  const rows = new TextDecoder().decode(lines).trim().split('\n')
  const read = rows.map((line) => JSON.parse(line)).map((row) => (row.length === 4 ? row[3] : row[2]))
  expect(read).toEqual(expected)
})

test.each([
  ['Silva, Ana, 11 98888-0051\nBia Souza, 11 98888-0052\nCaio, 11 98888-0053', 'Silva, Ana'],
  [
    '11 98888-0051 Ana, m\u00e3e do Jo\u00e3o\n11 98888-0052 Bia\n11 98888-0053 Caio, da loja, azul',
    'Ana, m\u00e3e do Jo\u00e3o',
  ],
  ['Silva, Ana 11 98888-0051\nSouza, Bia 11 98888-0052', 'Silva, Ana'],
  ['Ana - 11 98888-0051\nBia - 11 98888-0052', 'Ana'],
  ['1. Ana Lima - 11 98888-0051\n2. Bia - 11 98888-0052', 'Ana Lima'],
  ['Recados\nAna pediu bolo, 11 98888-0051\nBia quer torta, doce e caf\u00e9, 11 98888-0052', 'Ana pediu bolo'],
  ['Tel: 11 98888-0051, \nTel: 11 98888-0052', '5511988880051'],
])('a text of one column keeps its commas and has names beside the numbers: %j', async (text, name) => {
  expect(await readText(text)).toMatchObject({
    columns: ['number'],
    people: expect.arrayContaining([[name, '5511988880051']]),
  })
})

test.each([
  ['Ana Silva, 11 98888-0051\nBia Souza, 11 98888-0052', ['name', 'number']],
  ['11 98888-0051, Silva, Ana\n11 98888-0052, Bia', ['number', 'name', 'field']],
  ['Ana;11988880051;Rua A, 12, Centro, SP\nBia;11988880052;Rua B, 13, Centro, SP', ['name', 'number', 'field']],
  ['Ana\t11988880051\tRua A, 12, Centro, SP\nBia\t11988880052\tRua B, 13, Sul, SP', ['name', 'number', 'field']],
  ['Rua A, 12, Centro, SP|11988880051|Ana Lima\nRua B, 13, Sul, SP|11988880052|Bia Reis', ['field', 'number', 'name']],
])('the separator of %j leaves the numbers alone in their cells', async (text, columns) => {
  const read = await readText(text)
  expect(read.columns).toEqual(columns as never)
  expect(read.people.map(([, number]) => number)).toEqual(['5511988880051', '5511988880052'])
})

test('a first line whose number is refused is a person, not the heading of the others', async () => {
  const bytes = new TextEncoder().encode('Ana - 11 3224-1234 ramal 12\nBia - 11 98888-0052\nCaio - 11 98888-0053')
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country: 'BR' })
  expect(preview).toMatchObject({ layout: { heading: null, columns: ['number'] }, sampled: 3, refused: 1 })
  expect(preview.rows[0]?.fault).toBe('extension')
})

/** Proposed columns, and name and number of the people that an import of the proposal stores. */
async function readText(text: string) {
  const bytes = new TextEncoder().encode(text)
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country: 'BR' })
  const { lines } = await parseContactFile({ bytes, language: 'pt', country: 'BR', layout: preview.layout })
  const rows = new TextDecoder().decode(lines).trim().split('\n')
  const people = rows.map((line) => JSON.parse(line)).filter((row) => row.length > 4)
  return { columns: preview.layout.columns, people: people.map((row) => [row[1], row[2]]) }
}
