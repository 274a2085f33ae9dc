import { expect, test } from 'bun:test'
import { readCellNumber } from '../../../src/shared/phone/cell-numbers'

test.each([
  ['11 3333-4444 / 11 98888-0051', { number: '5511988880051' }],
  ['+55 11 3333-4444 ::: +55 11 98888-0051', { number: '5511988880051' }],
  ['11 98888-0051; 11 97777-0052', { number: '5511988880051' }],
  ['11 98888-0051 ou 11 97777-0052', { number: '5511988880051' }],
  ['11 3333-4444, 21 3333-5555', { number: '551133334444' }],
  ['3333-4444 / 3333-5555', { refused: 'several' }],
  ['3333-4444', { refused: 'noAreaCode' }],
])('the cell %j has its first mobile number, else its first number', (cell, read) => {
  expect(readCellNumber(cell, 'BR')).toEqual(read as never)
})
