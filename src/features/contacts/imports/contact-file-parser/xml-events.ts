import { BadZip } from '../../../../core/parsers/zip'

/** Receives the parts of a document; names come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: string): void
  /** Text between two tags, with its entities decoded. */
  text(text: string): void
  close(name: string): void
}

/** Characters of one tag or text, at most; Excel writes at most 32,767 in a cell. */
const longest = 200_000

/**
 * Reads XML in chunks, with one pass and bounded memory: tags and texts as they come. Comments, declarations and
 * doctypes are skipped, so that no entity is ever defined. @throws BadZip for a tag that does not end
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, handler: XmlHandler) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) rest = readComplete(rest + decoder.decode(chunk, { stream: true }), handler)
  if (rest.trim() !== '') throw new BadZip('broken')
}

/** Handles all complete tags with the text before them; returns the rest. */
function readComplete(xml: string, handler: XmlHandler): string {
  let at = 0
  for (;;) {
    const start = xml.indexOf('<', at)
    const end = start < 0 ? -1 : endOfTag(xml, start)
    if (end < 0) break
    if (start > at) handler.text(decodeEntities(xml.slice(at, start)))
    handleTag(xml, start, end, handler)
    at = end
  }
  const rest = xml.slice(at)
  if (rest.length > longest) throw new BadZip('broken')
  return rest
}

const commentStart = '<!--'
const cdataStart = '<![CDATA['

/** Index after the tag that starts here; -1 while it is not complete. */
function endOfTag(xml: string, start: number): number {
  if (xml[start + 1] === '!') {
    if (xml.length < start + cdataStart.length) return -1
    if (xml.startsWith(commentStart, start)) return after(xml.indexOf('-->', start), 3)
    if (xml.startsWith(cdataStart, start)) return after(xml.indexOf(']]>', start), 3)
  }
  return after(xml.indexOf('>', start), 1)
}

const after = (index: number, length: number) => (index < 0 ? -1 : index + length)

function handleTag(xml: string, start: number, end: number, handler: XmlHandler) {
  const sign = xml[start + 1]
  if (sign === '?') return
  if (sign === '!') {
    if (xml.startsWith(cdataStart, start)) handler.text(xml.slice(start + cdataStart.length, end - 3))
    return
  }
  if (sign === '/') return handler.close(localName(xml.slice(start + 2, end - 1).trimEnd()))
  const isEmpty = xml[end - 2] === '/'
  const tag = xml.slice(start + 1, end - (isEmpty ? 2 : 1))
  const space = tag.search(/\s/)
  const name = localName(space < 0 ? tag : tag.slice(0, space))
  handler.open(name, space < 0 ? '' : tag.slice(space))
  if (isEmpty) handler.close(name)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the five entities of XML and character numbers; others stay as they are. */
const decodeEntities = (text: string) =>
  text.includes('&')
    ? text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return entities[name] ?? whole
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
      })
    : text

/** Value of an attribute, by its name with prefix; undefined when missing. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (const quote of ['"', "'"]) {
    const start = attributes.indexOf(` ${name}=${quote}`)
    if (start < 0) continue
    const from = start + name.length + 3
    return decodeEntities(attributes.slice(from, attributes.indexOf(quote, from)))
  }
}
