import { type Inline, parseWhatsAppText } from './parse'

/** Text without formatting marks on one line, for list rows, quotes and screen readers. */
export const plainText = (text: string) =>
  parseWhatsAppText(text.slice(0, 400))
    .map(({ children }) => inlineText(children))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

const inlineText = (nodes: Inline[]): string =>
  nodes.map((node) => ('children' in node ? inlineText(node.children) : node.text)).join('')
