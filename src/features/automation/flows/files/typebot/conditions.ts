import type { Data } from '../../../../../shared/flow/data'
import type { Operator } from '../../../../../shared/flow/node'
import type { FlowBuilder } from './builder'
import type { TypebotBlock, TypebotItem } from './typebot-file'

/** Comparisons of Typebot: the operator here, and whether its ways out are swapped. */
interface Translation {
  operator: Operator
  isSwapped?: true
  /** The comparison here is only near the one of Typebot. */
  isNear?: true
}
const translations: Record<string, Translation> = {
  'Equal to': { operator: 'equal' },
  'Not equal': { operator: 'notEqual' },
  Contains: { operator: 'contains' },
  'Does not contain': { operator: 'contains', isSwapped: true },
  'Greater than': { operator: 'greater' },
  'Greater or equal to': { operator: 'greaterOrEqual' },
  'Less than': { operator: 'less' },
  'Less or equal to': { operator: 'lessOrEqual' },
  'Is set': { operator: 'notEmpty' },
  'Is empty': { operator: 'empty' },
  'Starts with': { operator: 'contains', isNear: true },
  'Ends with': { operator: 'contains', isNear: true },
  'Matches regex': { operator: 'contains', isNear: true },
  'Does not match regex': { operator: 'contains', isSwapped: true, isNear: true },
}

/** One comparison of an item, with the id of its node. */
interface Comparison {
  id: string
  data: Data
}
interface Branch {
  item: TypebotItem
  isOr: boolean
  comparisons: Comparison[]
}

/**
 * Adds one condition node for each comparison of a block, the first with the given id: of an item with AND, each leads to
 * the next one when it holds; with OR, when it does not. `onTrue` is the target of an item that holds.
 */
export function addConditions(
  flow: FlowBuilder,
  firstId: string,
  block: TypebotBlock,
  onTrue: (item: TypebotItem) => string | undefined,
  onElse: string | undefined,
) {
  const branches = readBranches(flow, firstId, block)
  for (const [at, { item, isOr, comparisons }] of branches.entries()) {
    const [holds, fails] = [onTrue(item), branches[at + 1]?.comparisons[0]?.id ?? onElse]
    for (const [index, comparison] of comparisons.entries()) {
      const next = comparisons[index + 1]?.id
      addComparison(flow, block, comparison, isOr ? [holds, next ?? fails] : [next ?? holds, fails])
    }
  }
}

/** The items that compare something. */
function readBranches(flow: FlowBuilder, firstId: string, { items }: TypebotBlock): Branch[] {
  let isFirst = true
  const idOfNext = () => {
    const id = isFirst ? firstId : flow.newId()
    isFirst = false
    return id
  }
  return items
    .map((item) => ({ item, content: item.data.inner('content') }))
    .map(({ item, content }) => ({
      item,
      isOr: content.text('logicalOperator', 'AND') === 'OR',
      comparisons: content.list('comparisons', 50).map((data) => ({ id: idOfNext(), data })),
    }))
    .filter(({ comparisons }) => comparisons.length > 0)
}

type Ways = [ifTrue: string | undefined, ifFalse: string | undefined]

function addComparison(flow: FlowBuilder, block: TypebotBlock, { id, data }: Comparison, [ifTrue, ifFalse]: Ways) {
  const written = data.text('comparisonOperator', 'Equal to')
  const translation = Object.hasOwn(translations, written) ? translations[written] : undefined
  const { operator, isSwapped, isNear }: Translation = translation ?? { operator: 'equal', isNear: true }
  const value = data.text('value')
  if (isNear || value.includes('{{')) flow.note('comparisonReplaced', block, `${written} ${value}`)
  flow.add(id, 'condition', { key: flow.variables.key(data.text('variableId')), condition: operator, value })
  flow.connect(id, isSwapped ? 'b' : 'a', ifTrue)
  flow.connect(id, isSwapped ? 'a' : 'b', ifFalse)
}
