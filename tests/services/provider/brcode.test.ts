import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brCode, crc16 } from '../../../src/features/provider/payments/brcode'
import { fromDecimal, toDecimal } from '../../../src/shared/money'

/** Parses a BR Code into its fields: id → value. */
function parseFields(code: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < code.length; ) {
    const length = Number(code.slice(at + 2, at + 4))
    fields.set(code.slice(at, at + 2), code.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}

test('crc16 returns the checksums of the standard and of the manual of the Banco Central', () => {
  expect(crc16('123456789')).toBe('29B1')
  const manual =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304'
  expect(crc16(manual)).toBe('1D3D')
})

test('brCode contains receiver, amount and transaction id', () => {
  const code = brCode({
    key: 'pix@balcao.test',
    name: 'Padaria São João',
    city: 'São Paulo',
    amount: 4990,
    txid: 'FATURA7X',
  })
  const fields = parseFields(code)
  expect(parseFields(fields.get('26') ?? '').get('01')).toBe('pix@balcao.test')
  expect([fields.get('54'), fields.get('59'), fields.get('60')]).toEqual(['49.90', 'Padaria Sao Joao', 'Sao Paulo'])
  expect(parseFields(fields.get('62') ?? '').get('05')).toBe('FATURA7X')
})

test('brCode with any receiver name and city can be parsed and has a valid checksum', () => {
  const given = fc.record({
    key: fc.stringMatching(/^[a-z0-9.@+-]{5,77}$/),
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    city: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    amount: fc.integer({ min: 1, max: 100_000_000 }),
    txid: fc.stringMatching(/^[A-Z0-9]{1,25}$/),
  })
  fc.assert(
    fc.property(given, (pix) => {
      const code = brCode(pix)
      const fields = parseFields(code)
      expect([...fields.keys()]).toEqual(['00', '26', '52', '53', '54', '58', '59', '60', '62', '63'])
      expect(fields.get('63')).toBe(crc16(code.slice(0, -4)))
      expect(fromDecimal(fields.get('54') ?? '')).toBe(pix.amount)
      expect(fields.get('59')?.length).toBeLessThanOrEqual(25)
      expect(fields.get('60')?.length).toBeLessThanOrEqual(15)
    }),
  )
})

test('fromDecimal reverses toDecimal for every amount in cents and returns null for other formats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (cents) => fromDecimal(toDecimal(cents)) === cents),
  )
  expect([toDecimal(5), toDecimal(100), toDecimal(123456)]).toEqual(['0.05', '1.00', '1234.56'])
  for (const wrong of ['', '1', '1.5', '1,50', '-1.00', '1.000', 'NaN', '1e3.00']) expect(fromDecimal(wrong)).toBeNull()
})
