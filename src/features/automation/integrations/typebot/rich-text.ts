import { isObject, listOrEmpty, textOrEmpty } from '../failure'

/** Nesting beyond this is left out; Typebot's editor reaches 4. */
const maxDepth = 20
/** Marks of WhatsApp. It has no mark for underlined text, which stays plain. */
const marks = [
  ['bold', '*'],
  ['italic', '_'],
  ['strikethrough', '~'],
  ['code', '`'],
] as const

/** Converts the content of a text bubble to a text with WhatsApp's marks; one line per block. */
export function textOfBubble(content: unknown): string {
  if (!isObject(content)) return ''
  const { richText, markdown, plainText, text } = content
  if (!Array.isArray(richText)) return [markdown, plainText, text].map(textOrEmpty).find(Boolean) ?? ''
  return richText
    .map((block) => blockText(block, 0))
    .join('\n')
    .trimEnd()
}

function blockText(node: unknown, depth: number): string {
  if (!isObject(node) || depth > maxDepth) return ''
  if (node.type === 'ul' || node.type === 'ol') return listText(node, depth)
  return inlineText(node, depth)
}

function listText({ type, children }: Record<string, unknown>, depth: number): string {
  const lines = listOrEmpty(children).map((item, at) => {
    const sign = type === 'ol' ? `${at + 1}.` : '-'
    return `${sign} ${blockText(item, depth + 1)}`
  })
  return lines.join('\n')
}

function inlineText(node: Record<string, unknown>, depth: number): string {
  if (typeof node.text === 'string') return markedText(node, node.text)
  const label = listOrEmpty(node.children)
    .map((child) => blockText(child, depth + 1))
    .join(isBlockList(node) ? '\n' : '')
  const url = textOrEmpty(node.url)
  if (node.type !== 'a' || url === '' || label === url) return label || url
  return label === '' ? url : `${label}: ${url}`
}

/** Variables may hold several paragraphs. */
const isBlockList = ({ type, children }: Record<string, unknown>) =>
  type === 'variable' && listOrEmpty(children).some((child) => isObject(child) && child.type === 'p')

/** WhatsApp reads a mark only where it touches a letter, so that spaces stay outside. */
function markedText(leaf: Record<string, unknown>, text: string): string {
  const core = text.trim()
  if (core === '') return text
  const marked = marks.reduce((inner, [name, mark]) => (leaf[name] === true ? `${mark}${inner}${mark}` : inner), core)
  const from = text.indexOf(core)
  return text.slice(0, from) + marked + text.slice(from + core.length)
}
