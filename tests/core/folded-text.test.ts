import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { composeText, foldText } from '../../src/shared/text'

/** Marks above and below a letter in turn, which a normalization has to sort. */
const marks = (count: number) => '\u0301\u0316'.repeat(count / 2)
/** The definition; takes quadratic time. */
const foldedByDefinition = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

describe('foldText', () => {
  test('returns the letters without marks for each code point', () => {
    const different: string[] = []
    for (let point = 0; point <= 0x10ffff; point++) {
      const text = String.fromCodePoint(point)
      if (foldText(text) !== foldedByDefinition(text)) different.push(point.toString(16))
    }
    expect(different).toEqual([])
  })

  test('returns the same for a text of any code points, with marks between them', () => {
    const point = fc.oneof(fc.constantFrom('\u0301', '\u0316', '\u0345', '\u{1d165}', 'é', '한', 'ᄒ', 'ᅡ'), fc.string())
    fc.assert(
      fc.property(fc.array(point), (points) => {
        expect(foldText(points.join(''))).toBe(foldedByDefinition(points.join('')))
      }),
    )
  })

  test('a message of 65,536 marks folds to its letter', () => {
    expect(foldText(`a${marks(65_535)}`)).toBe('a')
  })
})

describe('composeText', () => {
  test('composes letters and marks', () => {
    expect(composeText('e\u0301 a\u0316\u0301')).toBe('é á\u0316')
  })

  test('of 1,000,000 marks of one letter 30 stay', () => {
    expect(composeText(`x${marks(1_000_000)}y`)).toBe(`x${marks(30)}y`.normalize('NFC'))
  })
})
