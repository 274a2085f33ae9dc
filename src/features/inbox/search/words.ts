import type { MediaType } from '../../../shared/enums'
import { type MatchRange, rangesOf, toSearchableText } from '../../../shared/found-words'

const maxWords = 12

/** Texts of a message that are found: the body, and those that its detail shows beside it. */
export interface SearchedTexts {
  mediaType: MediaType
  body: string
  fileName?: string | null
  address?: string | null
  lines?: string | null
}

/** Returns the texts of a message that are found; the body of a location is a link of ours. */
export const searchedTexts = ({ mediaType, body, fileName, address, lines }: SearchedTexts): string[] =>
  [mediaType === 'locationMessage' ? '' : body, fileName, address, lines].filter((text) => !!text) as string[]

/**
 * Returns the searchable text of a message. The line breaks keep a word from matching across two texts, because queries
 * have no line breaks.
 */
export const textOf = (message: SearchedTexts) => searchedTexts(message).map(toSearchableText).join('\n')

/** Splits a query into words that must all match; a phrase in quotes counts as one word. */
export function wordsOf(typed: string): string[] {
  const words = [...typed.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([whole, phrase]) => toSearchableText(phrase ?? whole))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxWords)
}

/** Returns true when a text made by `textOf` contains all words. */
export const hasAllWords = (text: string, words: string[]) => words.every((word) => text.includes(word))

const before = 32
const snippetLength = 160

/** Returns the part of a text around the first match, on one line, and the offsets of all matches in it. */
export function snippetOf(original: string, words: string[]): { text: string; ranges: MatchRange[] } {
  const whole = original.replace(/\s+/g, ' ').trim()
  const [from, to] = windowOf(whole, words)
  const window = whole.slice(from, to)
  const wordRanges = rangesOf(window, words)
  const start = startOf(window, wordRanges[0]?.[0] ?? 0)
  const lead = from + start > 0 ? '…' : ''
  const shown = window.slice(start, start + snippetLength).toWellFormed()
  const shift = start - lead.length
  const end = lead.length + shown.length
  const ranges = wordRanges.map(([a, b]): MatchRange => [a - shift, b - shift])
  const text = `${lead}${shown}${from + start + snippetLength < whole.length ? '…' : ''}`
  return { text, ranges: ranges.filter(([a, b]) => a >= 0 && b <= end) }
}

/** Number of characters searched letter by letter. */
const windowSize = 400

/**
 * Returns the window to search letter by letter: around the first match, found by bisecting the text with folding, or
 * the beginning when nothing matches.
 */
function windowOf(text: string, words: string[]): MatchRange {
  // A decomposed accent has two characters for one letter; words with more such letters than the overlap allows are not
  // found here.
  const overlap = 64 + 2 * Math.max(0, ...words.map((word) => word.length))
  let [from, to] = [0, text.length]
  while (to - from > windowSize + 2 * overlap) {
    const middle = from + Math.ceil((to - from) / 2)
    if (hasAny(text.slice(from, middle + overlap), words)) to = middle + overlap
    else from = middle
  }
  if (from > 0 && !hasAny(text.slice(from, to), words)) from = 0
  return [Math.max(0, from - before), Math.min(text.length, Math.max(to, windowSize) + snippetLength)]
}

function hasAny(text: string, words: string[]): boolean {
  const folded = toSearchableText(text)
  return words.some((word) => folded.includes(word))
}

/** Returns a word's beginning shortly before the match. */
function startOf(text: string, at: number): number {
  if (at <= before) return 0
  const space = text.indexOf(' ', at - before)
  return space >= 0 && space < at ? space + 1 : at
}
