import { describe, expect, test } from 'bun:test'
import { type Begun, begunVariable, completeVariable, matchingNames } from '../../../ui/lib/variable-completion'

describe('completion of variables', () => {
  test.each([
    ['Olá {{', 6, { from: 6, typed: '', end: '}}' }],
    ['Olá {{no', 8, { from: 6, typed: 'no', end: '}}' }],
    ['Olá {{ no', 9, { from: 7, typed: 'no', end: '}}' }],
    ['Olá {{no}} tudo', 15, null],
    ['Olá {no', 7, null],
    ['{{nome}}', 4, { from: 2, typed: 'no', end: '}}' }],
  ])('in %j at %i begins %j', (text, cursor, begun) => {
    expect(begunVariable(text, cursor)).toEqual(begun as Begun | null)
  })

  test('lists names that begin with the typed letters first, without accents', () => {
    expect(matchingNames(['sobrenome', 'NÔMADE', 'nome', 'pedido'], 'nom')).toEqual(['NÔMADE', 'nome', 'sobrenome'])
  })

  test('closes the braces and replaces the typed letters', () => {
    const begun = begunVariable('Oi {{no!', 7)
    expect(completeVariable('Oi {{no!', begun!, 'nome')).toEqual({ start: 5, end: 7, text: 'nome}}' })
  })

  test('replaces braces that are closed already, so that the cursor stands behind them', () => {
    const begun = begunVariable('Oi {{no}}!', 7)
    expect(completeVariable('Oi {{no}}!', begun!, 'nome')).toEqual({ start: 5, end: 9, text: 'nome}}' })
  })

  test('begins after one brace only where one is enough', () => {
    expect(begunVariable('Olá {no', 7, true)).toEqual({ from: 5, typed: 'no', end: '}' })
    expect(begunVariable('Olá {{no', 8, true)).toEqual({ from: 6, typed: 'no', end: '}}' })
    const begun = begunVariable('Oi {no}!', 6, true)
    expect(completeVariable('Oi {no}!', begun!, 'nome')).toEqual({ start: 4, end: 7, text: 'nome}' })
  })
})
