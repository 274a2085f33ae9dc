import { describe, expect, test } from 'bun:test'
import { documentMask, isDocument, plainDocument, zipMask } from '../../src/shared/document'

describe('isDocument', () => {
  test.each([
    '52998224725',
    '11144477735',
    '11222333000181',
    '00000000000191',
    // Example published by Receita Federal for a CNPJ with letters.
    '12ABC34501DE35',
  ])('returns true for %s', (document) => {
    expect(isDocument(document)).toBe(true)
  })

  test.each([
    '52998224724',
    '11111111111',
    '11222333000182',
    '00000000000000',
    '12ABC34501DE36',
    '12ABC34501DEXX',
    '12abc34501de35',
    '529.982.247-25',
    '',
    '123',
    '5299822472',
  ])('returns false for "%s"', (document) => {
    expect(isDocument(document)).toBe(false)
  })
})

test('plainDocument removes punctuation and converts to capitals', () => {
  expect(plainDocument(' 12.abc.345/01de-35 ')).toBe('12ABC34501DE35')
})

test('documentMask and zipMask format partial and complete input', () => {
  expect(['529', '5299', '52998224725', '112223330001819', '12ab', '12abc34501de35'].map(documentMask)).toEqual([
    '529',
    '529.9',
    '529.982.247-25',
    '11.222.333/0001-81',
    '12.AB',
    '12.ABC.345/01DE-35',
  ])
  expect(['013', '01310100', '01310-1009'].map(zipMask)).toEqual(['013', '01310-100', '01310-100'])
})
