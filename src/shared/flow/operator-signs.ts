import { type Operator, operators } from './node'

/**
 * Spellings of comparisons in related products: signs, words, and the numbers that the condition forms of the Whaticket
 * family store.
 */
const spellings: Partial<Record<Operator, string[]>> = {
  equal: ['=', '==', '===', 'igual', 'equals', '1'],
  notEqual: ['!=', '!==', '<>', '≠', 'notEquals'],
  greater: ['>', 'greaterThan', '5'],
  greaterOrEqual: ['>=', '≥', 'greaterThanOrEqual', '2'],
  less: ['<', 'lessThan', '4'],
  lessOrEqual: ['<=', '≤', 'lessThanOrEqual', '3'],
}

/** The operator of a condition that is written as a word of this product or in another spelling; else undefined. */
export function operatorOf(written: string): Operator | undefined {
  const text = written.trim()
  return operators.find((operator) => operator === text || spellings[operator]?.includes(text))
}

interface Node {
  type: string
  data: Record<string, unknown>
}

/** The nodes with their conditions in this product's words, which the editor shows. */
export const withOperatorWords = <N extends Node>(nodes: N[]): N[] =>
  nodes.map((node) => {
    const { condition } = node.data
    if (node.type !== 'condition' || !isWritten(condition)) return node
    return { ...node, data: { ...node.data, condition: operatorOf(`${condition}`) ?? condition } }
  })

/** True for a comparison as programs store it: a text or a number. */
export const isWritten = (condition: unknown): condition is string | number =>
  typeof condition === 'string' || typeof condition === 'number'
