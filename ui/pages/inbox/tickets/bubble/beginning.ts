/** Characters and lines that a bubble shows of a long text: about one screen of a phone. */
const shownCharacters = 900
const shownLines = 16
/** A rest shorter than this is shown at once: a button would save no space. */
const minRest = 200

/** Beginning of a long text, cut between words or lines; the whole text if little would be hidden. */
export function beginningOf(text: string): string {
  const lineEnd = indexOfLine(text, shownLines)
  const end = Math.min(shownCharacters, lineEnd)
  if (text.length - end < minRest) return text
  const head = text.slice(0, end)
  const space = end === lineEnd ? end : head.search(/\s\S{0,80}$/)
  return head.slice(0, space > 0 ? space : end).replace(/[\uD800-\uDBFF]$/, '')
}

/** Offset at which the line with this number begins; the length of the text if it has fewer. */
function indexOfLine(text: string, line: number): number {
  let at = -1
  for (let count = 0; count < line; count++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return text.length
  }
  return at
}
