import { foldText } from '../../shared/text'

/** Characters that can be neither searched nor indexed: NUL, and code points that the index uses as marks. */
const reservedCharacters = /[\0\u{F0000}-\u{10FFFF}]/gu
const maxWords = 12
/** Single-spaced printable ASCII needs no Unicode folding, which takes ten times as long as reading the text. */
const plain = /^[!-~](?:[!-~]| (?! ))*(?<! )$/

/** Returns a text in the form used for comparison: folded, on one line, without characters reserved by the index. */
export const toSearchableText = (text: string) =>
  plain.test(text)
    ? text.toLowerCase()
    : foldText(text.toWellFormed().replace(reservedCharacters, ' ')).replace(/\s+/g, ' ').trim()

/**
 * Returns the searchable text of a message. The line break keeps a word from matching across body and file name,
 * because queries have no line breaks.
 */
export const textOf = (body: string, fileName: string | null) =>
  fileName ? `${toSearchableText(body)}\n${toSearchableText(fileName)}` : toSearchableText(body)

/** Splits a query into words that must all match; a phrase in quotes counts as one word. */
export function wordsOf(typed: string): string[] {
  const words = [...typed.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([whole, phrase]) => toSearchableText(phrase ?? whole))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxWords)
}

/** Returns true when a text made by `textOf` contains all words. */
export const hasAllWords = (text: string, words: string[]) => words.every((word) => text.includes(word))

/** Offsets of a match in a text, used for highlighting. */
export type MatchRange = [from: number, to: number]
const before = 32
const snippetLength = 160

/** Returns the part of a text around the first match, on one line, and the offsets of all matches in it. */
export function snippetOf(original: string, words: string[]): { text: string; ranges: MatchRange[] } {
  const whole = original.replace(/\s+/g, ' ').trim()
  const [from, to] = windowOf(whole, words)
  const window = whole.slice(from, to)
  const found = rangesOf(window, words)
  const start = startOf(window, found[0]?.[0] ?? 0)
  const lead = from + start > 0 ? '…' : ''
  const shown = window.slice(start, start + snippetLength).toWellFormed()
  const shift = start - lead.length
  const ranges = found.map(([a, b]): MatchRange => [a - shift, Math.min(b - shift, snippetLength + 1)])
  const text = `${lead}${shown}${from + start + snippetLength < whole.length ? '…' : ''}`
  return { text, ranges: ranges.filter(([a, b]) => a >= 0 && b > a) }
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

function rangesOf(text: string, words: string[]): MatchRange[] {
  const { folded, positions } = foldedWithPositions(text)
  const ranges: MatchRange[] = []
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      ranges.push([positions[at] as number, positions[at + word.length] as number])
  return mergeRanges(ranges.sort((a, b) => a[0] - b[0]))
}

/** Folding may shorten or lengthen a letter: `positions` holds the original offset of each folded unit. */
function foldedWithPositions(text: string): { folded: string; positions: number[] } {
  let folded = ''
  const positions: number[] = []
  let at = 0
  for (const letter of text) {
    const plain = letter === ' ' ? ' ' : foldText(letter)
    for (let unit = 0; unit < plain.length; unit++) positions.push(at)
    folded += plain
    at += letter.length
  }
  return { folded, positions: [...positions, text.length] }
}

/** Merges overlapping ranges. */
function mergeRanges(sorted: MatchRange[]): MatchRange[] {
  const out: MatchRange[] = []
  for (const range of sorted) {
    const last = out.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else out.push([...range])
  }
  return out
}
