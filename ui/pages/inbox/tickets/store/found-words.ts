import { signal } from '@preact/signals-react'
import { toSearchableText } from '../../../../../src/shared/found-words'

const none: readonly string[] = []
/** Words that a search found, folded; marked in the messages on screen. */
export const foundWords = signal(none)

export function markFoundWords(words: string[]) {
  foundWords.value = words.map(toSearchableText).filter((word) => word !== '')
}
export function clearFoundWords() {
  foundWords.value = none
}
