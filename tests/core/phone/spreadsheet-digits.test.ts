import { expect, test } from 'bun:test'
import { readCell } from '../../../src/features/contacts/imports/read-number'
import { readNumber } from '../../../src/shared/phone/read-number'

const inForm = (text: string, country: string) => readNumber(text, country)
const inFile = (text: string, country: string) => {
  const read = readCell(text, { country })
  return 'number' in read ? { number: read.number } : read
}
const doors = [inForm, inFile]

test.each([
  ['5.511988880051E+12', 'BR', '5511988880051'],
  ['5,511988880051e12', 'BR', '5511988880051'],
  ['5.511988880051000E+12', 'BR', '5511988880051'],
  ['1.1988880051E+10', 'BR', '5511988880051'],
  ['4.155552671E+09', 'US', '14155552671'],
  ['5,511,988,880,051.00', 'BR', '5511988880051'],
  ['5,511,988,880,051', 'BR', '5511988880051'],
  ['5.511.988.880.051,00', 'BR', '5511988880051'],
  ['11,988,880,051.00', 'BR', '5511988880051'],
])('%j in %s has all digits: a form and a file read %s', (text, country, number) =>
  expect(doors.map((read) => read(text, country))).toEqual([{ number }, { number }]),
)

test.each(['5,51199E+12', '5.51198888005E+12', '5.5119888800515E+12'])(
  '%j does not show the digits of a whole number: a form and a file refuse it',
  (text) =>
    expect(doors.map((read) => read(text, 'BR'))).toEqual([{ refused: 'scientific' }, { refused: 'scientific' }]),
)

test.each(['988,880,051.00', '988.880.051,00', '1.234,56', 'R$ 5.511.988.880.051,00'])(
  'the amount %j is no number in a form or a file',
  (text) => expect(doors.map((read) => 'refused' in read(text, 'PE'))).toEqual([true, true]),
)
