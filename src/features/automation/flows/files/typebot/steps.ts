import { textSetBy } from './set-variable'
import type { TypebotBlock, TypebotItem } from './typebot-file'

/** Blocks of one group that become one node, or the nodes of one condition. */
export interface Step {
  kind: StepKind
  blocks: TypebotBlock[]
  /** The text bubble before an input, which becomes the text of its question or menu. */
  question?: TypebotBlock
}
/** `pass` makes no node: the flow goes on behind it. `jump` makes none either. */
type StepKind = 'bubbles' | 'input' | 'choice' | 'condition' | 'split' | 'request' | 'set' | 'jump' | 'pass'

const kinds: Record<string, StepKind> = {
  ...{ text: 'bubbles', image: 'bubbles', video: 'bubbles', audio: 'bubbles', embed: 'bubbles', Wait: 'bubbles' },
  ...{
    Redirect: 'bubbles',
    'text input': 'input',
    'number input': 'input',
    'email input': 'input',
    'url input': 'input',
  },
  ...{ 'date input': 'input', 'time input': 'input', 'phone number input': 'input', 'rating input': 'input' },
  ...{ 'file input': 'input', 'choice input': 'choice', 'picture choice input': 'choice', Condition: 'condition' },
  ...{ 'AB test': 'split', Webhook: 'request', Jump: 'jump' },
}

/** Bubbles of one node; a content node has at most 50 elements. */
const maxBubbles = 40

const last = (step: Step | undefined) => step?.blocks.at(-1)

function kindOf(block: TypebotBlock): StepKind {
  const { type, items, data } = block
  if (type === 'Typebot link') return data.inner('options').text('typebotId') === 'current' ? 'jump' : 'pass'
  if (type === 'Set variable') return textSetBy(block) ? 'set' : 'pass'
  const kind = Object.hasOwn(kinds, type) ? (kinds[type] as StepKind) : 'pass'
  return kind === 'condition' && !items.some(hasComparisons) ? 'pass' : kind
}

const hasComparisons = ({ data }: TypebotItem) => data.inner('content').list('comparisons', 50).length > 0

/** Splits a group into steps. `targets` are the blocks at which an edge or jump enters the group. */
export function splitIntoSteps(blocks: TypebotBlock[], targets: Set<string>): Step[] {
  const steps: Step[] = []
  for (const block of blocks) {
    if (block.type === 'start') continue
    const kind = kindOf(block)
    const before = steps.at(-1)
    const isJoined = kind === 'bubbles' && joins(before, block, targets)
    if (isJoined) before?.blocks.push(block)
    else if (kind === 'input' || kind === 'choice') steps.push({ kind, blocks: [block], ...takeQuestion(steps) })
    else steps.push({ kind, blocks: [block] })
  }
  return steps
}

const joins = (step: Step | undefined, block: TypebotBlock, targets: Set<string>) =>
  step?.kind === 'bubbles' && step.blocks.length < maxBubbles && last(step)?.edgeId === '' && !targets.has(block.id)

/** Takes the text bubble off the end of the steps. */
function takeQuestion(steps: Step[]): { question?: TypebotBlock } {
  const step = steps.at(-1)
  const question = last(step)
  if (step?.kind !== 'bubbles' || question?.type !== 'text' || question.edgeId !== '') return {}
  step.blocks.pop()
  if (step.blocks.length === 0) steps.pop()
  return { question }
}
