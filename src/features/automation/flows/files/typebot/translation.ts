import { startId } from '../../../../../shared/flow/node'
import type { FlowBuilder } from './builder'
import { addConditions } from './conditions'
import { addBubbles, addMenu, addQuestion, addRandomizer, addRequest, addSet } from './nodes'
import { type Step, splitIntoSteps } from './steps'
import type { Typebot, TypebotBlock, TypebotTarget } from './typebot-file'

/** Place of a step: its group's steps and its position. */
interface StepPlace {
  steps: Step[]
  at: number
}

/** Translation of one typebot into the nodes and edges of a flow. */
export class TypebotTranslation {
  private readonly groups = new Map<string, Step[]>()
  private readonly places = new Map<string, StepPlace>()
  private readonly ids = new Map<Step, string>()

  constructor(
    private readonly typebot: Typebot,
    private readonly flow: FlowBuilder,
  ) {
    const targets = new Set([...typebot.edges.values(), ...jumpsOf(typebot)].map(({ blockId }) => blockId))
    for (const { id, blocks } of typebot.groups) this.addGroup(id, splitIntoSteps(blocks, targets))
  }

  run() {
    const start = this.typebot.edges.get(this.typebot.startEdgeId)
    this.flow.connect(startId, 'a', start && this.entry(this.placeOf(start)))
    for (const steps of this.groups.values()) for (const [at] of steps.entries()) this.translate({ steps, at })
  }

  private addGroup(id: string, steps: Step[]) {
    this.groups.set(id, steps)
    for (const [at, step] of steps.entries()) {
      if (step.kind !== 'pass' && step.kind !== 'jump') this.ids.set(step, this.flow.newId())
      for (const block of [...step.blocks, ...(step.question ? [step.question] : [])])
        this.places.set(block.id, { steps, at })
    }
  }

  private placeOf({ groupId, blockId }: TypebotTarget): StepPlace | undefined {
    if (blockId !== '') return this.places.get(blockId)
    const steps = this.groups.get(groupId)
    return steps && { steps, at: 0 }
  }

  /** Id of the node at a place, or of the first one behind it; undefined at an end, and in a circle of jumps. */
  private entry(place: StepPlace | undefined, seenIds = new Set<Step>()): string | undefined {
    const step = place?.steps[place.at]
    if (!place || !step || seenIds.has(step)) return undefined
    seenIds.add(step)
    if (step.kind === 'jump') return this.entry(this.placeOf(jumpOf(step.blocks[0] as TypebotBlock)), seenIds)
    return this.ids.get(step) ?? this.entry(this.placeBehind(place), seenIds)
  }

  private placeBehind({ steps, at }: StepPlace): StepPlace | undefined {
    const edge = this.typebot.edges.get(steps[at]?.blocks.at(-1)?.edgeId ?? '')
    return edge ? this.placeOf(edge) : { steps, at: at + 1 }
  }

  /** Target of an edge of an item; without one, the next block of the group, as in Typebot. */
  private behindItem(edgeId: string, place: StepPlace): string | undefined {
    const edge = this.typebot.edges.get(edgeId)
    return this.entry(edge ? this.placeOf(edge) : { ...place, at: place.at + 1 })
  }

  private translate(place: StepPlace) {
    const { flow } = this
    const step = place.steps[place.at] as Step
    const block = step.blocks[0] as TypebotBlock
    const id = this.ids.get(step)
    if (id === undefined) {
      if (step.kind === 'pass') flow.note('blockLeftOut', block)
      else if (block.type === 'Typebot link') flow.note('blockReplaced', block) // its way back is missing
      return
    }
    const behind = this.entry(this.placeBehind(place))
    switch (step.kind) {
      case 'bubbles':
        addBubbles(flow, id, step)
        return flow.connect(id, 'a', behind)
      case 'input':
        addQuestion(flow, id, step)
        return flow.connect(id, 'a', behind)
      case 'set':
        addSet(flow, id, block)
        return flow.connect(id, 'a', behind)
      case 'choice':
        for (const { handle, item } of addMenu(flow, id, step))
          flow.connect(id, handle, this.typebot.edges.has(item.edgeId) ? this.behindItem(item.edgeId, place) : behind)
        return
      case 'condition':
        return addConditions(flow, id, block, ({ edgeId }) => this.behindItem(edgeId, place), behind)
      default:
        return this.translateSplit(id, step, place, behind)
    }
  }

  /** Nodes with two ways out. */
  private translateSplit(id: string, step: Step, place: StepPlace, behind: string | undefined) {
    const block = step.blocks[0] as TypebotBlock
    if (step.kind === 'request') {
      addRequest(this.flow, id, block)
      for (const handle of ['a', 'b']) this.flow.connect(id, handle, behind)
      return
    }
    addRandomizer(this.flow, id, block)
    for (const path of ['a', 'b']) {
      const item = block.items.find(({ data }) => data.text('path') === path)
      this.flow.connect(id, path, this.behindItem(item?.edgeId ?? '', place))
    }
  }
}

const isJump = ({ type }: TypebotBlock) => type === 'Jump' || type === 'Typebot link'
const jumpsOf = ({ groups }: Typebot) => groups.flatMap(({ blocks }) => blocks.filter(isJump).map(jumpOf))

function jumpOf({ data }: TypebotBlock): TypebotTarget {
  const options = data.inner('options')
  return { groupId: options.text('groupId'), blockId: options.text('blockId') }
}
