/** Receives the tags and texts of a page; names in small letters and without prefix, texts with their entities. */
export interface TagHandler {
  open(name: string, attributes: string): void
  text(text: string): void
  close(name: string): void
}

/** Characters of one tag or comment that are waited for; a longer one is text. */
const longest = 65_536

/** Reads markup in parts, with one pass; nothing is refused, as browsers do. */
export function readTags(parts: Iterable<string>, handler: TagHandler) {
  let rest = ''
  for (const part of parts) rest = readComplete(rest + part, handler, false)
  readComplete(rest, handler, true)
}

/** Handles all complete tags with the text before them; returns the rest. */
function readComplete(text: string, handler: TagHandler, isEnd: boolean): string {
  const ends = new TagEnds(text)
  let at = 0
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', at)) {
    if (start > at) handler.text(text.slice(at, start))
    const end = ends.after(start)
    if (end < 0 && !isEnd && text.length - start < longest) return text.slice(start)
    at = handleUntil(end, text, start, handler)
  }
  if (at < text.length) handler.text(text.slice(at))
  return ''
}

/** Handles a tag, or a `<` that begins none; returns where the text goes on. */
function handleUntil(end: number, text: string, start: number, handler: TagHandler): number {
  if (end < 0) handler.text('<')
  else handleTag(text.slice(start, end), handler)
  return end < 0 ? start + 1 : end
}

const cdata = '<![CDATA['
/** Content that is no text of the page. */
const hidden = /^<(script|style|head|xml|title)[\s>]/i

/** Finds the ends of tags in one text. An end that is missing once is not looked for again: the time stays linear. */
class TagEnds {
  private readonly missing = new Set<string>()

  constructor(private readonly text: string) {}

  /** Index after the tag, comment or hidden content that starts here; -1 while it is not complete, or never is. */
  after(start: number): number {
    const head = this.text.slice(start, start + 10)
    if (head.startsWith('<!--')) return this.find('-->', start)
    if (head.startsWith(cdata)) return this.find(']]>', start)
    if (!/^<[a-z/!?]/i.test(head)) return -1
    const end = this.find('>', start)
    const content = hidden.exec(head)?.[1]?.toLowerCase()
    if (!content || end < 0 || this.text[end - 2] === '/') return end
    return this.findClosing(content, end)
  }

  private find(sign: string, from: number): number {
    const at = this.missing.has(sign) ? -1 : this.text.indexOf(sign, from)
    if (at < 0) this.missing.add(sign)
    return at < 0 ? -1 : at + sign.length
  }

  private findClosing(content: string, from: number): number {
    const tag = new RegExp(`</${content}\\s{0,9}>`, 'gi')
    tag.lastIndex = from
    if (!this.missing.has(content) && tag.test(this.text)) return tag.lastIndex
    this.missing.add(content)
    return -1
  }
}

function handleTag(tag: string, handler: TagHandler) {
  if (tag.startsWith(cdata)) return handler.text(tag.slice(cdata.length, -3).replaceAll('&', '&amp;'))
  if (tag[1] === '!' || tag[1] === '?' || hidden.test(tag)) return
  const isEnd = tag[1] === '/'
  const body = tag.slice(isEnd ? 2 : 1, tag.endsWith('/>') ? -2 : -1)
  const name = /^[^\s/]{1,60}/.exec(body)?.[0] ?? ''
  const local = name.slice(name.indexOf(':') + 1).toLowerCase()
  if (isEnd) return handler.close(local)
  handler.open(local, body.slice(name.length))
  if (tag.endsWith('/>')) handler.close(local)
}

const named: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ordm: 'º', ordf: 'ª', deg: '°', szlig: 'ß' },
  ...{ rsquo: '’', lsquo: '‘', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—', iexcl: '¡', iquest: '¿', middot: '·' },
}
/** Letters with each mark, behind the plain ones. */
const marked: Record<string, [plain: string, letters: string]> = {
  acute: ['aeiouyAEIOUY', 'áéíóúýÁÉÍÓÚÝ'],
  grave: ['aeiouAEIOU', 'àèìòùÀÈÌÒÙ'],
  circ: ['aeiouAEIOU', 'âêîôûÂÊÎÔÛ'],
  tilde: ['anoANO', 'ãñõÃÑÕ'],
  uml: ['aeiouyAEIOU', 'äëïöüÿÄËÏÖÜ'],
  cedil: ['cC', 'çÇ'],
}

/** Decodes character numbers, the entities of XML, and those of letters with marks; others stay as they are. */
export const decodeHtml = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?/gi, (whole, hex, digits, name) => {
        if (name) return named[name] ?? markedLetter(name) ?? whole
        const code = hex ? Number.parseInt(hex, 16) : Number(digits)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
      })
    : text

function markedLetter(name: string): string | undefined {
  const [plain, letters] = marked[name.slice(1)] ?? ['', '']
  return letters[plain.indexOf(name[0] as string)]
}
