import { foldText } from '../text'
import { isWithin } from './hours'
import type { NodeData, Operator } from './node'
import type { Values } from './render'

/** Evaluates a condition on the values of a run; a variable without a value is empty. */
export function holds(condition: NodeData['condition'], values: Values): boolean {
  const { key, operator, value } = condition
  if (operator === 'open') return isWithin(condition, values)
  return compareTexts(operator, value, Object.hasOwn(values, key) ? (values[key] as string) : '')
}

function compareTexts(operator: Operator, value: string, actual: string): boolean {
  const text = foldText(actual.trim())
  const wanted = foldText(value.trim())
  if (operator === 'empty') return text === ''
  if (operator === 'notEmpty') return text !== ''
  if (operator === 'contains') return text.includes(wanted)
  const order = compare(text, wanted)
  if (operator === 'equal') return order === 0
  if (operator === 'notEqual') return order !== 0
  if (operator === 'greater') return order > 0
  if (operator === 'greaterOrEqual') return order >= 0
  return operator === 'less' ? order < 0 : order <= 0
}

/** Numbers as people write them: `1.234,56`, `1,234.56`, `12.5`, `R$ 10`. NaN for other texts. */
export function numberIn(text: string): number {
  const amount = text.trim().replace(/^(r\$|us\$|\$|€)/i, '')
  const bare = (amount.endsWith('%') ? amount.slice(0, -1) : amount).trim()
  if (!/^-?[\d.,]+$/.test(bare)) return Number.NaN
  const decimal = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  const mark = bare[decimal]
  const isThousands = decimal !== -1 && (bare.split(mark as string).length > 2 || /^-?\d{1,3}[.,]\d{3}$/.test(bare))
  if (decimal === -1 || isThousands) return Number(bare.replace(/[.,]/g, ''))
  return Number(`${bare.slice(0, decimal).replace(/[.,]/g, '')}.${bare.slice(decimal + 1)}`)
}

function compare(one: string, other: string): number {
  const [a, b] = [numberIn(one), numberIn(other)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  return one < other ? -1 : one > other ? 1 : 0
}
