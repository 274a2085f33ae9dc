import type { Language } from '../enums'

export type Rate = 1 | 2 | 3

const answer = /^[\s*[(]*([1-3])[\ufe0f\u20e3]*[\s*\])]*(?:[.\-–—:)](?!\d)|$)/

/** Returns the rating that a text gives: `3`, a keycap emoji, `3 - Ótimo!`; null for any other text, such as `2.000`. */
export function rateOf(text: string): Rate | null {
  const digit = answer.exec(text)?.[1]
  return digit === undefined ? null : (Number(digit) as Rate)
}

const instructions: Record<Language, string> = {
  pt: 'Digite de 1 a 3 para avaliar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito satisfeito_',
  en: 'Type 1 to 3 to rate our service:\n*1* - _Dissatisfied_\n*2* - _Satisfied_\n*3* - _Very satisfied_',
  es: 'Escriba de 1 a 3 para calificar nuestra atención:\n*1* - _Insatisfecho_\n*2* - _Satisfecho_\n*3* - _Muy satisfecho_',
}

/**
 * Text that asks for a rating: the company's words, an empty line, and the scale, which the company may have written
 * itself.
 */
export const ratingText = (words: string, language: Language, scale = '') =>
  [words.trim(), scale.trim() || instructions[language]].filter((part) => part !== '').join('\n\n')

/** Names of the ratings, for the keys of their texts. */
export const rateNames = { 1: 'low', 2: 'middle', 3: 'high' } as const
