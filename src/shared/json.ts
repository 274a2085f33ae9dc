/** Maximum nesting of JSON that the server reads. Deeper values are slow to validate and to write, or overflow the stack. */
const maxNesting = 64

/** JSON with more nested lists and objects than `maxNesting`. */
export class DeepJsonError extends SyntaxError {
  constructor() {
    super(`the JSON has more than ${maxNesting} levels`)
  }
}

/**
 * Parses JSON whose nesting is bounded; the only place of the server that calls `JSON.parse`. Bun 1.4.5 writes a list of
 * 30,000 levels in 2 s, and overflows the stack beyond.
 * @throws DeepJsonError, SyntaxError
 */
export function parseJson<T = unknown>(text: string, reviver?: Parameters<typeof JSON.parse>[1]): T {
  refuseDeepJson(text)
  return JSON.parse(text, reviver)
}

const [open, openList, close, closeList] = ['{', '[', '}', ']'].map((sign) => sign.charCodeAt(0))
const [quote, backslash] = ['"', '\\'].map((sign) => sign.charCodeAt(0))

/** Counts the nesting in the text, before anything is parsed. @throws DeepJsonError */
export function refuseDeepJson(text: string) {
  if (text.length < 2 * maxNesting) return
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfText(text, at)
    else if (sign === open || sign === openList) depth++
    else if (sign === close || sign === closeList) depth--
    if (depth > maxNesting) throw new DeepJsonError()
  }
}

/** Index of the closing quote of the string that begins at `start`; the end of the text without one. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return at
  }
  return text.length
}
