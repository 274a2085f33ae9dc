/** Inline node of WhatsApp text. `toSource` restores the parsed text exactly. */
export type Inline =
  | { kind: 'text' | 'code' | 'mono'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: Inline[] }

/** One line; `mark` is the typed prefix of a quote or list item (`> `, `- `, `1. `), '' for a plain line. */
export interface Line {
  kind: 'plain' | 'quote' | 'bullet' | 'number'
  mark: string
  children: Inline[]
}

const emphasis = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Mark = keyof typeof emphasis
const marks = { bold: '*', italic: '_', strike: '~' } as const

const fence = '```'
const fenced = /(```[^`][\s\S]*?```)/
const link = /(?:https?:\/\/|www\.)[^\s<>"'`]+/iy
/** Punctuation that ends a sentence and not a link. */
const trailing = '.,;:!?*_~)]}'
const word = /[\p{L}\p{N}]/u
const maxDepth = 8

/** Parses WhatsApp formatting (bold, italic, strike, code, quotes, lists) and links into nodes; never into HTML. */
export function parseWhatsAppText(text: string): Line[] {
  return splitLines(text).map((pieces) => {
    const { kind, mark } = lineMark(pieces[0] ?? '')
    const rest = [(pieces[0] ?? '').slice(mark.length), ...pieces.slice(1)]
    return { kind, mark, children: rest.flatMap((piece) => (isFenced(piece) ? parseMono(piece) : parseInline(piece))) }
  })
}

/** Text that `parseWhatsAppText` was given. */
export const toSource = (splitLines: Line[]) =>
  splitLines.map(({ mark, children }) => mark + inlineSource(children)).join('\n')

const inlineSource = (nodes: Inline[]): string => nodes.map(nodeSource).join('')

function nodeSource(node: Inline): string {
  if ('children' in node) return marks[node.kind] + inlineSource(node.children) + marks[node.kind]
  if (node.kind === 'code') return `\`${node.text}\``
  return node.kind === 'mono' ? fence + node.text + fence : node.text
}

const isFenced = (piece: string) => piece.length > 2 * fence.length && piece.startsWith(fence) && fenced.test(piece)
const parseMono = (piece: string): Inline => ({ kind: 'mono', text: piece.slice(fence.length, -fence.length) })

/** Splits a text into lines of pieces; a fenced block stays one piece over several lines. */
function splitLines(text: string): string[][] {
  const out: string[][] = [[]]
  for (const piece of text.split(fenced)) {
    if (isFenced(piece)) {
      out.at(-1)!.push(piece)
      continue
    }
    const [first = '', ...more] = piece.split('\n')
    if (first) out.at(-1)!.push(first)
    for (const line of more) out.push(line ? [line] : [])
  }
  return out
}

function lineMark(line: string): Pick<Line, 'kind' | 'mark'> {
  if (isFenced(line)) return { kind: 'plain', mark: '' }
  const quote = /^> ?(?=\S)/.exec(line)
  if (quote) return { kind: 'quote', mark: quote[0] }
  const bullet = /^[-*] (?=\S)/.exec(line)
  if (bullet) return { kind: 'bullet', mark: bullet[0] }
  const number = /^\d{1,3}\. (?=\S)/.exec(line)
  return number ? { kind: 'number', mark: number[0] } : { kind: 'plain', mark: '' }
}

function parseInline(text: string, depth = 0): Inline[] {
  const out: Inline[] = []
  // Marks without a closing partner are not searched again; keeps malicious input linear.
  const unclosed = new Set<string>()
  let plain = 0
  let at = 0
  while (at < text.length) {
    const special = parseSpecial(text, at, depth, unclosed)
    if (!special) {
      at++
      continue
    }
    if (at > plain) out.push({ kind: 'text', text: text.slice(plain, at) })
    out.push(special.node)
    at += special.length
    plain = at
  }
  if (plain < text.length) out.push({ kind: 'text', text: text.slice(plain) })
  return out
}

interface Found {
  node: Inline
  length: number
}

function parseSpecial(text: string, at: number, depth: number, unclosed: Set<string>): Found | null {
  const char = text[at]!
  if (char === '`') return parseCode(text, at, unclosed)
  if (char === 'h' || char === 'H' || char === 'w' || char === 'W') return parseLink(text, at)
  if (char in emphasis && depth < maxDepth) return parseEmphasis(text, at, depth, unclosed)
  return null
}

function parseCode(text: string, at: number, unclosed: Set<string>): Found | null {
  if (unclosed.has('`')) return null
  const end = text.indexOf('`', at + 1)
  if (end < 0) unclosed.add('`')
  if (end <= at + 1) return null
  return { node: { kind: 'code', text: text.slice(at + 1, end) }, length: end - at + 1 }
}

function parseLink(text: string, at: number): Found | null {
  if (at > 0 && word.test(text[at - 1]!)) return null
  link.lastIndex = at
  const match = link.exec(text)
  if (!match) return null
  const found = trimPunctuation(match[0])
  const href = /^www\./i.test(found) ? `https://${found}` : found
  if (!/^https?:\/\/[^/]*[\p{L}\p{N}]/iu.test(href) || !URL.canParse(href)) return null
  return { node: { kind: 'link', text: found, href }, length: found.length }
}

/** A link keeps its closing bracket if it contains an opening one: wiki/Foo_(bar). */
function trimPunctuation(url: string): string {
  let end = url.length
  // a regular expression would backtrack at each character
  while (trailing.includes(url.charAt(end - 1)) && end > 0) end--
  const short = url.slice(0, end)
  return url[short.length] === ')' && short.includes('(') ? `${short})` : short
}

function parseEmphasis(text: string, at: number, depth: number, unclosed: Set<string>): Found | null {
  const mark = text[at] as Mark
  if (unclosed.has(mark) || !isOpeningMark(text, at)) return null
  const end = findClosingMark(text, at)
  if (end < 0) {
    unclosed.add(mark)
    return null
  }
  const children = parseInline(text.slice(at + 1, end), depth + 1)
  return { node: { kind: emphasis[mark], children }, length: end - at + 1 }
}

function isOpeningMark(text: string, at: number): boolean {
  const next = text[at + 1]
  if (!next || /\s/.test(next) || next === text[at]) return false
  return at === 0 || !word.test(text[at - 1]!)
}

function findClosingMark(text: string, at: number): number {
  const mark = text[at]!
  for (let end = text.indexOf(mark, at + 2); end > 0; end = text.indexOf(mark, end + 1)) {
    const after = text[end + 1]
    if (!/\s/.test(text[end - 1]!) && !(after && word.test(after))) return end
  }
  return -1
}

/** One to three emoji without other text are shown large. */
export const isOnlyEmoji = (text: string) => text.length <= 40 && /^\p{RGI_Emoji}{1,3}$/v.test(text.trim())
