import { operators } from './node'

/** Spellings of comparisons in related products. */
const signs: Record<string, (typeof operators)[number]> = {
  ...{ '=': 'equal', '==': 'equal', '===': 'equal', igual: 'equal', '!=': 'notEqual', '!==': 'notEqual' },
  ...{ '<>': 'notEqual', '>': 'greater', '<': 'less' },
}

/** The operator of a condition that is written as a word of this product or as a sign; undefined for another text. */
export function operatorOf(written: string): (typeof operators)[number] | undefined {
  const word = operators.find((operator) => operator === written)
  return word ?? (Object.hasOwn(signs, written.trim()) ? signs[written.trim()] : undefined)
}

interface Node {
  type: string
  data: Record<string, unknown>
}

/** The nodes with their conditions in this product's words, which the editor shows. */
export const withOperatorWords = <N extends Node>(nodes: N[]): N[] =>
  nodes.map((node) => {
    const { condition } = node.data
    if (node.type !== 'condition' || typeof condition !== 'string') return node
    return { ...node, data: { ...node.data, condition: operatorOf(condition) ?? condition } }
  })
