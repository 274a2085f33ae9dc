import { expect, test } from 'bun:test'
import { readCell } from '../../../src/features/contacts/imports/read-number'

test.each([
  ['355-1234', '+1868', '18683551234'],
  ['868 355 1234', '+1 868', '18683551234'],
  ['18683551234', '1868', '18683551234'],
  ['3551234', '1-868', '18683551234'],
  ['213 555 1234', '1 USA', '12135551234'],
  ['987654321', '+51 Peru', '51987654321'],
  ['11 98888-0051', '55', '5511988880051'],
  ['11 98888-0051', 'Brasil (55)', '5511988880051'],
  ['11 98888-0051', 'BR 55', '5511988880051'],
  ['55 11 98888-0051', 'Brasil 055', '5511988880051'],
  ['987654321', 'Peru (51)', '51987654321'],
  ['987654321', 'PE 51', '51987654321'],
])('the number %j with the calling code %j beside it is %s', (text, code, number) =>
  expect(readCell(text, { country: 'BR', code })).toMatchObject({ number }),
)

test.each(['+99999', '5511', '0', 'Atlântida (999)'])(
  'a number beside %j, which is no calling code, is refused',
  (code) => expect(readCell('11 98888-0051', { country: 'BR', code })).toEqual({ refused: 'unknownCountry' }),
)
