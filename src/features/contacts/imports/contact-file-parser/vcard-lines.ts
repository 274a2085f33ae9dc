import { unicodeOf } from './text-encoding'

/** One property of a card; `value` has one character for each byte. */
export interface VCardLine {
  name: string
  /** Parameters in upper case, `TYPE=` left out: `CELL`, `CHARSET=UTF-8`. */
  parameters: string[]
  value: string
}

/** Bytes of one property, at most; pictures are left out. */
const longestLine = 20_000
const pictures = /^(photo|logo|sound|key|agent)$/i

/** Properties of all cards in a file, one after the other. */
export function* linesOfVCards(bytes: Uint8Array): Generator<VCardLine> {
  const encoding = unicodeOf(bytes)
  const plain = encoding ? new TextEncoder().encode(new TextDecoder(encoding).decode(bytes)) : bytes
  for (const line of joinedLines(plain)) {
    const parsed = parseLine(line)
    if (parsed) yield parsed
  }
}

/**
 * Lines with those that continue them: lines that begin with a space, and in quoted-printable those behind a line that
 * ends with `=`.
 */
function* joinedLines(bytes: Uint8Array): Generator<string> {
  let line = ''
  for (const next of rawLines(bytes)) {
    if (line.endsWith('=') && isQuotedPrintable(line)) line = (line.slice(0, -1) + next).slice(0, longestLine)
    else if (/^[ \t]/.test(next) && line !== '') line = (line + next.slice(1)).slice(0, longestLine)
    else {
      yield line
      line = next
    }
  }
  yield line
}

const isQuotedPrintable = (line: string) => /quoted-printable/i.test(line.slice(0, line.indexOf(':')))

/** Lines with one character for each byte, without their endings. */
function* rawLines(bytes: Uint8Array): Generator<string> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const returnsAlone = !text.includes('\n')
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf(returnsAlone ? '\r' : '\n', at)
    const end = found < 0 ? text.length : found
    const line = text.slice(at, text[end - 1] === '\r' ? end - 1 : end)
    yield line.slice(0, longestLine)
    at = end + 1
  }
}

function parseLine(line: string): VCardLine | undefined {
  const colon = endOfHead(line)
  if (colon < 0) return undefined
  const [name = '', ...parameters] = line
    .slice(0, colon)
    .replace(/^\xef\xbb\xbf/, '')
    .split(';')
  const bare = name.slice(name.indexOf('.') + 1).trim()
  if (pictures.test(bare)) return undefined
  return {
    name: bare.toUpperCase(),
    parameters: parameters.flatMap((each) =>
      each
        .replace(/^type=/i, '')
        .replaceAll('"', '')
        .toUpperCase()
        .split(','),
    ),
    value: line.slice(colon + 1),
  }
}

/** Index of the colon that ends the name and its parameters; a parameter in quotes may contain one. */
function endOfHead(line: string): number {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === ':' && !isQuoted) return at
  }
  return -1
}
