import { fold } from '../../shared/text'

/** What nobody may ask for or be found by: the marks of the index, and what SQLite or UTF-8 would end or mend. */
const unspeakable = /[\0\u{F0000}-\u{10FFFF}]/gu
const mostWords = 12
/** Most texts need no folding, which takes ten times as long as reading them. */
const plain = /^[!-~](?:[!-~]| (?! ))*(?<! )$/

/** A text as texts are compared: folded, on one line, nothing in it that the index could take for its own. */
export const searchable = (text: string) =>
  plain.test(text)
    ? text.toLowerCase()
    : fold(text.toWellFormed().replace(unspeakable, ' ')).replace(/\s+/g, ' ').trim()

/** All that is searched of a message. No word reaches from one into the other: a question has no line ends. */
export const textOf = (body: string, fileName: string | null) =>
  fileName ? `${searchable(body)}\n${searchable(fileName)}` : searchable(body)

/** What was typed, as words that must all be there; what stands in quotes is one. */
export function wordsOf(typed: string): string[] {
  const words = [...typed.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([whole, phrase]) => searchable(phrase ?? whole))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, mostWords)
}

/** True when the text, made by `textOf`, has all the words. */
export const says = (text: string, words: string[]) => words.every((word) => text.includes(word))

/** From, to: offsets into a text, for marking what was found. */
export type Range = [from: number, to: number]
const before = 32
const most = 160

/** The piece of a text around the first word found, on one line, and where in it the words are. */
export function snippetOf(original: string, words: string[]): { text: string; ranges: Range[] } {
  const whole = original.replace(/\s+/g, ' ').trim()
  const [from, to] = windowOf(whole, words)
  const window = whole.slice(from, to)
  const found = rangesOf(window, words)
  const start = startOf(window, found[0]?.[0] ?? 0)
  const lead = from + start > 0 ? '…' : ''
  const shown = window.slice(start, start + most).toWellFormed()
  const shift = start - lead.length
  const ranges = found.map(([a, b]): Range => [a - shift, Math.min(b - shift, most + 1)])
  const text = `${lead}${shown}${from + start + most < whole.length ? '…' : ''}`
  return { text, ranges: ranges.filter(([a, b]) => a >= 0 && b > a) }
}

/** Characters within which the first word is looked for letter by letter. */
const windowSize = 400

/**
 * From where to where a text is looked at letter by letter: around the first word, found by folding halves of the text,
 * or the beginning where no word is found.
 */
function windowOf(text: string, words: string[]): Range {
  // A word with accents written apart has two characters for one; with more of them it is not found here.
  const overlap = 64 + 2 * Math.max(0, ...words.map((word) => word.length))
  let [from, to] = [0, text.length]
  while (to - from > windowSize + 2 * overlap) {
    const middle = from + Math.ceil((to - from) / 2)
    if (hasAny(text.slice(from, middle + overlap), words)) to = middle + overlap
    else from = middle
  }
  if (from > 0 && !hasAny(text.slice(from, to), words)) from = 0
  return [Math.max(0, from - before), Math.min(text.length, Math.max(to, windowSize) + most)]
}

function hasAny(text: string, words: string[]): boolean {
  const folded = searchable(text)
  return words.some((word) => folded.includes(word))
}

/** A little before what was found, at the beginning of a word. */
function startOf(text: string, at: number): number {
  if (at <= before) return 0
  const space = text.indexOf(' ', at - before)
  return space >= 0 && space < at ? space + 1 : at
}

function rangesOf(text: string, words: string[]): Range[] {
  const { folded, places } = foldedWithPlaces(text)
  const ranges: Range[] = []
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      ranges.push([places[at] as number, places[at + word.length] as number])
  return joined(ranges.sort((a, b) => a[0] - b[0]))
}

/** Folding may make one letter of two or none at all: for each folded unit, where its letter stands. */
function foldedWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const letter of text) {
    const plain = letter === ' ' ? ' ' : fold(letter)
    for (let unit = 0; unit < plain.length; unit++) places.push(at)
    folded += plain
    at += letter.length
  }
  return { folded, places: [...places, text.length] }
}

/** Overlapping ranges as one. */
function joined(sorted: Range[]): Range[] {
  const out: Range[] = []
  for (const range of sorted) {
    const last = out.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else out.push([...range])
  }
  return out
}
