import { foldText } from './text'

/** Characters that can be neither searched nor indexed: NUL, and code points that the index uses as marks. */
const reservedCharacters = /[\0\u{F0000}-\u{10FFFF}]/gu
/** Single-spaced printable ASCII needs no Unicode folding, which takes ten times as long as reading the text. */
const plain = /^[!-~](?:[!-~]| (?! ))*(?<! )$/

/** Returns a text in the form used for comparison: folded, on one line, without characters reserved by the index. */
export const toSearchableText = (text: string) =>
  plain.test(text)
    ? text.toLowerCase()
    : foldText(text.toWellFormed().replace(reservedCharacters, ' ')).replace(/\s+/g, ' ').trim()

/** Offsets of a match in a text, used for highlighting. */
export type MatchRange = [from: number, to: number]

/** Returns the places of all words, which are folded, in a text; places that touch are one. */
export function rangesOf(text: string, words: readonly string[]): MatchRange[] {
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
    const plain = letter.trim() === '' ? ' ' : foldText(letter)
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
