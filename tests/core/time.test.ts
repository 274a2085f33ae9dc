import { expect, test } from 'bun:test'
import { addDays, dayIn, isPastDueDay } from '../../src/core/time'

const at = (text: string) => new Date(text)

test('dayIn returns the day of the time zone, and of São Paulo for an unknown zone', () => {
  expect(dayIn('America/Sao_Paulo', at('2030-01-01T02:59:59Z'))).toBe('2029-12-31')
  expect(dayIn('Asia/Tokyo', at('2030-01-01T15:00:00Z'))).toBe('2030-01-02')
  expect(dayIn('No/Where', at('2030-01-01T02:59:59Z'))).toBe('2029-12-31')
})

test('addDays continues over the end of a month and of a year', () => {
  expect([addDays('2028-02-27', 3), addDays('2029-12-30', 3)]).toEqual(['2028-03-01', '2030-01-02'])
})

test('isPastDueDay is false until the due day ends in the company’s time zone', () => {
  const manaus = (text: string) => isPastDueDay('2030-05-10', 'America/Manaus', at(text))
  expect([manaus('2030-05-11T03:59:59.999Z'), manaus('2030-05-11T04:00:00Z')]).toEqual([false, true])
  expect(isPastDueDay('2030-05-10T12:00:00.000Z', 'America/Manaus', at('2030-05-10T23:00:00Z'))).toBe(false)
})
