import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { mayBeDocument } from '../../../src/features/contacts/imports/columns/cell-kinds'
import { parseContactFile } from '../../../src/features/contacts/imports/contact-file-parser'
import { sampleContactFile } from '../../../src/features/contacts/imports/file-sample-parser'
import type { ColumnMeaning } from '../../../src/shared/enums'
import { sizeOf } from '../../size'

/** Texts without headings, in which a CPF or CNPJ and a mobile number have the same number of digits. */

const numRuns = sizeOf({ everyday: 200, full: 3000 })
const digitsOf = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })

/** Check digit of a CPF (Receita Federal): weights from 2 at the right. */
const cpfDigit = (digits: number[]) => {
  const sum = digits.reduce((total, digit, at) => total + digit * (digits.length + 1 - at), 0)
  return ((sum * 10) % 11) % 10
}
const withCpfDigits = (digits: number[]) => {
  const first = cpfDigit(digits)
  return [...digits, first, cpfDigit([...digits, first])].join('')
}
const cnpjDigit = (digits: number[]) => {
  const rest = digits.reduceRight((total, digit, at) => total + digit * (2 + ((digits.length - 1 - at) % 8)), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}
const withCnpjDigits = (digits: number[]) => {
  const first = cnpjDigit(digits)
  return [...digits, first, cnpjDigit([...digits, first])].join('')
}
const isVaried = (digits: string) => !/^(\d)\1+$/.test(digits)

const areas = ['11', '21', '31', '41', '51', '61', '71', '81', '91'] as const
const mobile = fc.tuple(fc.constantFrom(...areas), digitsOf(8)).map(([area, rest]) => `${area}9${rest.join('')}`)
const cpf = digitsOf(9).map(withCpfDigits).filter(isVaried)
/** A CPF with area code and nine of a mobile number. */
const mobileLikeCpf = fc
  .tuple(fc.constantFrom(...areas), digitsOf(6))
  .map(([area, rest]) => withCpfDigits([...area, '9'].map(Number).concat(rest)))
const withoutZeros = (digits: string) => digits.replace(/^0+/, '')
const cnpj = digitsOf(8).map((digits) => withCnpjDigits([...digits, 0, 0, 0, 1]))
const document = fc.constantFrom(cpf, mobileLikeCpf, cpf.map(withoutZeros), cnpj, cnpj.map(withoutZeros))
const documents = document.chain((kind) => fc.array(kind, { minLength: 1, maxLength: 30 }))

async function importText(rows: string[][], columns?: ColumnMeaning[]) {
  const bytes = new TextEncoder().encode(rows.map((cells) => cells.join(';')).join('\n'))
  const { preview } = await sampleContactFile({ bytes, language: 'pt', country: 'BR' })
  const layout = columns ? { sheet: 0, heading: null, columns } : preview.layout
  const { lines } = await parseContactFile({ bytes, language: 'pt', country: 'BR', layout })
  const parsed = new TextDecoder().decode(lines).trim().split('\n')
  const people = parsed.map((line) => JSON.parse(line)).filter((row) => row.length > 4)
  return { columns: preview.layout.columns, numbers: people.map((row): string => row[2]) }
}

/** True for a column that by chance has the check digits of documents in half of its cells. */
const seemsDocument = (cells: string[]) => cells.filter(mayBeDocument).length >= cells.length / 2

test('a document beside a mobile number is neither proposed nor stored as a number', async () => {
  const rows = fc.tuple(documents, fc.infiniteStream(mobile), fc.boolean())
  await fc.assert(
    fc.asyncProperty(rows, async ([documents, stream, isFirst]) => {
      const mobiles = documents.map(() => stream.next().value as string)
      const cells = documents.map((each, at) => {
        const pair = [each, mobiles[at] as string]
        return [`Ana ${'Bia Caio Duda'.split(' ')[at % 3]}`, ...(isFirst ? pair : pair.reverse())]
      })
      const { columns, numbers } = await importText(cells)
      expect(columns[isFirst ? 1 : 2]).not.toBe('number')
      expect(numbers).toEqual(seemsDocument(mobiles) ? [] : mobiles.map((each) => `55${each}`))
    }),
    { numRuns },
  )
})

test('documents in a column that a person chose as number are refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mobileLikeCpf, { minLength: 3, maxLength: 30 }), async (documents) => {
      const rows = documents.map((each) => ['Ana', each])
      expect((await importText(rows, ['name', 'number'])).numbers).toEqual([])
    }),
    { numRuns },
  )
})

test('two columns of mobile numbers are both proposed, and the first one is stored', async () => {
  const pairs = fc.array(fc.tuple(mobile, mobile), { minLength: 5, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(pairs, async (pairs) => {
      const isClear = [0, 1].every((at) => !seemsDocument(pairs.map((pair) => pair[at] as string)))
      fc.pre(isClear)
      const { columns, numbers } = await importText(pairs.map((pair) => ['Ana Bia', ...pair]))
      expect(columns).toEqual(['name', 'number', 'number'])
      expect(numbers).toEqual(pairs.map(([first]) => `55${first}`))
    }),
    { numRuns },
  )
})

test('one row whose digits are a mobile number and a CPF is asked about', async () => {
  await fc.assert(
    fc.asyncProperty(mobileLikeCpf, async (digits) => {
      expect((await importText([['Ana', digits]])).columns).toEqual(['name', 'field'])
    }),
    { numRuns },
  )
})

test('a number with the code of another country may have the check digits of a CPF', async () => {
  const bytes = new TextEncoder().encode('Nombre;M\u00f3vil\nAna;34612345673\nBia;34612345670')
  const { preview } = await sampleContactFile({ bytes, language: 'es', country: 'ES' })
  expect(mayBeDocument('34612345673')).toBe(true)
  expect(preview.refused).toBe(0)
})
