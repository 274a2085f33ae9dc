import { expect, test } from 'bun:test'
import { findPhrase, phraseText } from '../../../src/shared/flow/phrase'

const phrase = (flowId: number, text: string, matching: 'exact' | 'contains' = 'contains') => ({
  ...{ flowId, searchText: phraseText(text), matching },
})
const flowFor = (text: string, ...phrases: ReturnType<typeof phrase>[]) => findPhrase(phrases, text)?.flowId

test.each([
  ['OFERTA', 1],
  ['Olá, quero a oferta!', 1],
  ['oferta?', 1],
  ['(óferta) por favor', 1],
  ['ofertas', undefined],
  ['contraoferta', undefined],
  ['contraoferta e oferta', 1],
  ['', undefined],
])('a contained phrase matches whole words, also beside punctuation: %p', (text, flowId) => {
  expect(flowFor(text, phrase(1, 'Oferta'))).toBe(flowId as number)
})

test('a phrase that begins or ends with a mark is found beside letters', () => {
  expect(flowFor('quero #promo agora', phrase(1, '#promo'))).toBe(1)
  expect(flowFor('tenho 10%de desconto', phrase(1, '10%'))).toBe(1)
  expect(flowFor('tenho 110% de desconto', phrase(1, '10%'))).toBeUndefined()
})

test('a whole message is preferred to words within it, and the first phrase to a later one', () => {
  const [contained, exact, later] = [phrase(1, 'oi'), phrase(2, 'oi tudo', 'exact'), phrase(3, 'oi tudo', 'exact')]
  expect(flowFor('Oi  tudo', contained, exact, later)).toBe(2)
  expect(flowFor('Oi tudo bem', contained, exact, later)).toBe(1)
})

test('a message longer than 4096 characters starts nothing', () => {
  expect(flowFor(`oferta ${'x'.repeat(4096)}`, phrase(1, 'oferta'))).toBeUndefined()
})
