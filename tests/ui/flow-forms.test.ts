import { describe, expect, test } from 'bun:test'
import { begunVariable, completeVariable, matchingNames } from '../../ui/pages/flowbuilder/node-forms/completion'
import { contentData, newPart, type Part, partsOf, problemOf } from '../../ui/pages/flowbuilder/node-forms/elements'
import { readData } from '../../ui/pages/flowbuilder/node-forms/node-data'

describe('completion of variables', () => {
  test.each([
    ['Olá {{', 6, { from: 6, typed: '' }],
    ['Olá {{no', 8, { from: 6, typed: 'no' }],
    ['Olá {{ no', 9, { from: 7, typed: 'no' }],
    ['Olá {{no}} tudo', 15, null],
    ['Olá {no', 7, null],
    ['{{nome}}', 4, { from: 2, typed: 'no' }],
  ])('in %j at %i begins %j', (text, cursor, begun) => {
    expect(begunVariable(text, cursor)).toEqual(begun)
  })

  test('lists names that begin with the typed letters first, without accents', () => {
    expect(matchingNames(['sobrenome', 'NÔMADE', 'nome', 'pedido'], 'nom')).toEqual(['NÔMADE', 'nome', 'sobrenome'])
  })

  test('closes the braces and puts the cursor behind them', () => {
    const begun = begunVariable('Oi {{no!', 7)
    expect(completeVariable('Oi {{no!', 7, begun!, 'nome')).toEqual({ text: 'Oi {{nome}}!', cursor: 11 })
  })

  test('keeps braces that are closed already', () => {
    const begun = begunVariable('Oi {{no}}!', 7)
    expect(completeVariable('Oi {{no}}!', 7, begun!, 'nome')).toEqual({ text: 'Oi {{nome}}!', cursor: 11 })
  })
})

describe('parts of a content node', () => {
  const parts: Part[] = [
    { ...newPart('message'), value: 'Olá' },
    { ...newPart('interval'), value: '5' },
    { ...newPart('audio'), value: 'abc', original: 'oi.mp3', record: true },
    { ...newPart('img'), value: 'def', original: 'loja.png' },
  ]

  test('are the same after they are stored and read', () => {
    const data = contentData(parts)
    expect(partsOf(readData('singleBlock', data, 'content').elements, data)).toEqual(parts)
  })

  test('are stored in the order of seq', () => {
    const { seq, elements } = contentData(parts)
    expect(seq).toEqual(parts.map(({ id }) => id))
    expect(elements[1]).toEqual({ number: parts[1]!.id, type: 'interval', value: 5 })
  })

  test.each([
    ['noParts', []],
    ['emptyTexts', [{ ...newPart('message'), value: '  ' }]],
    ['wrongInterval', [{ ...newPart('interval'), value: '0' }]],
    ['wrongInterval', [{ ...newPart('interval'), value: '121' }]],
    ['emptyFiles', [newPart('video')]],
    [null, parts],
  ] as const)('have the problem %s', (problem, given) => {
    expect(problemOf([...given])).toBe(problem)
  })
})

test('data that cannot be read gives the defaults of its kind', () => {
  expect(readData('interval', { sec: [] }, 'interval')).toEqual({ seconds: 0 })
})
