import { type Inline, parse } from './parse'

/** The words without their marks, on one line: for list rows, quotes and spoken labels. */
export const plainText = (text: string) =>
  parse(text.slice(0, 400))
    .map(({ children }) => words(children))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

const words = (nodes: Inline[]): string =>
  nodes.map((node) => ('children' in node ? words(node.children) : node.text)).join('')
