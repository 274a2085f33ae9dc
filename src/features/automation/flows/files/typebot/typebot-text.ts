import type { Data } from '../../../../../shared/flow/data'
import { isRecord } from '../../../../../shared/flow/data'

/** Marks of WhatsApp by the marks of a Typebot text. */
const marks: [field: string, mark: string][] = [
  ['bold', '*'],
  ['italic', '_'],
  ['strikethrough', '~'],
]

/** Text of a bubble in WhatsApp's marks. Variables keep Typebot's names. */
export function bubbleText(content: Data, variableName: (id: string) => string): string {
  const rich = content.raw('richText')
  if (!Array.isArray(rich)) return content.text('plainText')
  return rich
    .map((each) => blockText(each, variableName))
    .join('\n')
    .trim()
}

type Named = (id: string) => string

/** A paragraph, list or list item. */
function blockText(node: unknown, named: Named): string {
  if (!isRecord(node)) return ''
  const children = Array.isArray(node.children) ? node.children : []
  if (node.type === 'ul' || node.type === 'ol')
    return children.map((each, at) => `${node.type === 'ol' ? `${at + 1}.` : '-'} ${blockText(each, named)}`).join('\n')
  return children.map((each) => inlineText(each, named)).join('')
}

function inlineText(node: unknown, named: Named): string {
  if (!isRecord(node)) return ''
  if (typeof node.text === 'string') return marked(node, node.text)
  if (node.type === 'inline-variable') {
    const name = typeof node.variableId === 'string' ? named(node.variableId) : ''
    return name === '' ? '' : `{{${name}}}`
  }
  const text = blockText(node, named)
  if (node.type !== 'a' || typeof node.url !== 'string' || node.url === text) return text
  return text.trim() === '' ? node.url : `${text} (${node.url})`
}

/** Sets marks around the text without its outer spaces: WhatsApp shows `* text*` as it is. */
function marked(node: Record<string, unknown>, text: string): string {
  const bare = text.trim()
  if (bare === '') return text
  const start = text.indexOf(bare)
  const chosen = marks.filter(([field]) => node[field] === true).map(([, mark]) => mark)
  const inside = `${chosen.join('')}${bare}${chosen.reverse().join('')}`
  return text.slice(0, start) + inside + text.slice(start + bare.length)
}
