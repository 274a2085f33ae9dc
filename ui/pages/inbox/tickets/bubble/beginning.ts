/** Letters on a line of the widest bubble on a desk (560 px) and on a phone of 390 px (78 %), measured with average text. */
export const lettersOfDesk = 74
export const lettersOfPhone = 36
/** Lines that a bubble shows of a long text. */
const shownLines = 12
/** A rest of fewer lines is shown at once: a button would save no space. */
const minRest = 3

/** Beginning of a long text, cut between words or lines; the whole text if little would be hidden. */
export function beginningOf(text: string, lettersPerLine: number): string {
  let lines = 0
  let at = 0
  let end = text.length
  for (const line of text.split('\n')) {
    const height = Math.max(1, Math.ceil(line.length / lettersPerLine))
    if (end === text.length && lines + height > shownLines) {
      const letters = (shownLines - lines) * lettersPerLine
      end = letters === 0 ? Math.max(0, at - 1) : at + Math.min(letters, line.length)
    }
    lines += height
    at += line.length + 1
  }
  return lines < shownLines + minRest ? text : beforeWord(text, end)
}

/** The text up to an offset, without the word that the offset would cut. */
function beforeWord(text: string, end: number): string {
  const head = text.slice(0, end)
  const space = text[end] === '\n' ? end : head.search(/\s\S{0,80}$/)
  return head.slice(0, space > 0 ? space : end).replace(/[\uD800-\uDBFF]$/, '')
}
