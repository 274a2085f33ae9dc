import { expect, test } from 'bun:test'
import { documentMask, isDocument, zipMask } from '../../src/shared/document'

test('check digits of CPF and CNPJ', () => {
  for (const right of ['52998224725', '11144477735', '11222333000181', '00000000000191'])
    expect(isDocument(right)).toBe(true)
  for (const wrong of ['52998224724', '11111111111', '11222333000182', '00000000000000', '', '123', '5299822472'])
    expect(isDocument(wrong)).toBe(false)
})

test('masks show what is typed so far and take what is pasted', () => {
  expect(['529', '5299', '52998224725', '112223330001819'].map(documentMask)).toEqual([
    '529',
    '529.9',
    '529.982.247-25',
    '11.222.333/0001-81',
  ])
  expect(['013', '01310100', '01310-1009'].map(zipMask)).toEqual(['013', '01310-100', '01310-100'])
})
