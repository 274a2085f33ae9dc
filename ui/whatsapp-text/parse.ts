/** A piece of WhatsApp text. `source` gives back exactly what was parsed: marks are kept, nothing is lost. */
export type Inline =
  | { kind: 'text' | 'code' | 'mono'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: Inline[] }

/** One line; `mark` is what made it a quote or a list item, as typed (`> `, `- `, `1. `), empty for a plain line. */
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
/** Punctuation that ends a sentence rather than an address. */
const trailing = '.,;:!?*_~)]}'
const word = /[\p{L}\p{N}]/u
const deepest = 8

/** WhatsApp's marks (bold, italic, strike, code, mono, quote, lists) and links, as data: never as HTML. */
export function parse(text: string): Line[] {
  return lines(text).map((pieces) => {
    const { kind, mark } = lineMark(pieces[0] ?? '')
    const rest = [(pieces[0] ?? '').slice(mark.length), ...pieces.slice(1)]
    return { kind, mark, children: rest.flatMap((piece) => (isFenced(piece) ? mono(piece) : inline(piece))) }
  })
}

/** What `parse` was given. */
export const source = (lines: Line[]) => lines.map(({ mark, children }) => mark + inlineSource(children)).join('\n')

const inlineSource = (nodes: Inline[]): string => nodes.map(nodeSource).join('')

function nodeSource(node: Inline): string {
  if ('children' in node) return marks[node.kind] + inlineSource(node.children) + marks[node.kind]
  if (node.kind === 'code') return `\`${node.text}\``
  return node.kind === 'mono' ? fence + node.text + fence : node.text
}

const isFenced = (piece: string) => piece.length > 2 * fence.length && piece.startsWith(fence) && fenced.test(piece)
const mono = (piece: string): Inline => ({ kind: 'mono', text: piece.slice(fence.length, -fence.length) })

/** Lines of pieces: a fenced block may run over several lines and stays one piece. */
function lines(text: string): string[][] {
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

function inline(text: string, depth = 0): Inline[] {
  const out: Inline[] = []
  // A mark that found no partner up to the end finds none later either: keeps long garbage linear.
  const hopeless = new Set<string>()
  let plain = 0
  let at = 0
  while (at < text.length) {
    const found = special(text, at, depth, hopeless)
    if (!found) {
      at++
      continue
    }
    if (at > plain) out.push({ kind: 'text', text: text.slice(plain, at) })
    out.push(found.node)
    at += found.length
    plain = at
  }
  if (plain < text.length) out.push({ kind: 'text', text: text.slice(plain) })
  return out
}

interface Found {
  node: Inline
  length: number
}

function special(text: string, at: number, depth: number, hopeless: Set<string>): Found | null {
  const char = text[at]!
  if (char === '`') return code(text, at, hopeless)
  if (char === 'h' || char === 'H' || char === 'w' || char === 'W') return address(text, at)
  if (char in emphasis && depth < deepest) return emphasised(text, at, depth, hopeless)
  return null
}

function code(text: string, at: number, hopeless: Set<string>): Found | null {
  if (hopeless.has('`')) return null
  const end = text.indexOf('`', at + 1)
  if (end < 0) hopeless.add('`')
  if (end <= at + 1) return null
  return { node: { kind: 'code', text: text.slice(at + 1, end) }, length: end - at + 1 }
}

function address(text: string, at: number): Found | null {
  if (at > 0 && word.test(text[at - 1]!)) return null
  link.lastIndex = at
  const match = link.exec(text)
  if (!match) return null
  const found = withoutTail(match[0])
  const href = /^www\./i.test(found) ? `https://${found}` : found
  if (!/^https?:\/\/[^/]*[\p{L}\p{N}]/iu.test(href) || !URL.canParse(href)) return null
  return { node: { kind: 'link', text: found, href }, length: found.length }
}

/** An address keeps its closing bracket when it opened one: wiki/Foo_(bar). */
function withoutTail(url: string): string {
  let end = url.length
  while (trailing.includes(url.charAt(end - 1)) && end > 0) end-- // a pattern would try again from each of them
  const short = url.slice(0, end)
  return url[short.length] === ')' && short.includes('(') ? `${short})` : short
}

function emphasised(text: string, at: number, depth: number, hopeless: Set<string>): Found | null {
  const mark = text[at] as Mark
  if (hopeless.has(mark) || !opens(text, at)) return null
  const end = closing(text, at)
  if (end < 0) {
    hopeless.add(mark)
    return null
  }
  const children = inline(text.slice(at + 1, end), depth + 1)
  return { node: { kind: emphasis[mark], children }, length: end - at + 1 }
}

function opens(text: string, at: number): boolean {
  const next = text[at + 1]
  if (!next || /\s/.test(next) || next === text[at]) return false
  return at === 0 || !word.test(text[at - 1]!)
}

function closing(text: string, at: number): number {
  const mark = text[at]!
  for (let end = text.indexOf(mark, at + 2); end > 0; end = text.indexOf(mark, end + 1)) {
    const after = text[end + 1]
    if (!/\s/.test(text[end - 1]!) && !(after && word.test(after))) return end
  }
  return -1
}

/** One to three emoji and nothing else are shown large. */
export const isOnlyEmoji = (text: string) => text.length <= 40 && /^\p{RGI_Emoji}{1,3}$/v.test(text.trim())
