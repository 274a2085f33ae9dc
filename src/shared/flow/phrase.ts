import { foldText } from '../text'

/** A phrase that starts a flow. */
export interface FlowPhrase {
  flowId: number
  /** Phrase for the comparison, as `phraseText` gives it. */
  searchText: string
  matching: 'exact' | 'contains'
}

/** A text for the comparison: without case and accents, with single spaces. */
export const phraseText = (text: string) => foldText(text.trim()).replace(/\s{1,50}/g, ' ')

/** Longest text that may contain a phrase; longer ones are pasted documents. */
const maxText = 4096

/** A customer's text for the comparison; null for one that matches nothing. */
export function comparedText(text: string): string | null {
  if (text.length > maxText) return null
  return phraseText(text) || null
}

/** The first phrase that a text matches: a whole text before a part of one. */
export function findPhrase(phrases: FlowPhrase[], text: string): FlowPhrase | undefined {
  const wanted = phrases.length === 0 ? null : comparedText(text)
  if (wanted === null) return undefined
  return (
    phrases.find(({ searchText }) => searchText === wanted) ??
    phrases.find(({ matching, searchText }) => matching === 'contains' && containsWords(wanted, searchText))
  )
}

const wordCharacter = /[\p{L}\p{N}]/u

/** True if the text contains the words as whole words: between spaces, punctuation, or its ends. */
function containsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    const isCutBefore = isLetter(words.at(0)) && isLetter(text[at - 1])
    const isCutAfter = isLetter(words.at(-1)) && isLetter(text[end])
    if (!isCutBefore && !isCutAfter) return true
  }
  return false
}

const isLetter = (character: string | undefined) => character !== undefined && wordCharacter.test(character)
