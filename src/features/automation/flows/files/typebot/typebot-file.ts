import { type Data, isRecord } from '../../../../../shared/flow/data'
import { FlowFault } from '../../../../../shared/flow/fault'

/** Public JSON format of Typebot 6: groups of blocks, edges between them, and events where a conversation begins. */
export const isTypebot = ({ groups, edges, version }: Record<string, unknown>) =>
  Array.isArray(groups) && Array.isArray(edges) && (version === undefined || typeof version === 'string')

/** Bounds far above what fits into a flow. */
const maxCounts = { groups: 1000, blocks: 200, edges: 5000, items: 200, variables: 2000 }

export interface TypebotItem {
  id: string
  edgeId: string
  data: Data
}

export interface TypebotBlock {
  id: string
  type: string
  /** Way out of its own; empty to go on with the next block of the group. */
  edgeId: string
  items: TypebotItem[]
  data: Data
  /** Position in the file. */
  place: string
  /** Group's title and type, for notes. */
  label: string
}

interface TypebotGroup {
  id: string
  blocks: TypebotBlock[]
}

/** The block where an edge leads: the first of a group unless it names one. */
export interface TypebotTarget {
  groupId: string
  blockId: string
}

export interface Typebot {
  name: string
  groups: TypebotGroup[]
  edges: Map<string, TypebotTarget>
  /** Edge of the start; empty without one. */
  startEdgeId: string
  variables: { id: string; name: string }[]
}

/** Reads the structure of an export. @throws FlowFault */
export function readTypebotFile(file: Data): Typebot {
  const groups = file.list('groups', maxCounts.groups).map(readGroup)
  refuseDuplicates(groups)
  const edges = new Map(
    file.list('edges', maxCounts.edges).map((edge): [string, TypebotTarget] => [idOf(edge), readTarget(edge, groups)]),
  )
  const variables = file
    .list('variables', maxCounts.variables)
    .map((each) => ({ id: idOf(each), name: each.text('name') }))
  return { name: file.text('name'), groups, edges, startEdgeId: startEdge(file, groups), variables }
}

/** Ids of Typebot are short texts; those of old exports contain any letters. */
function idOf(holder: Data): string {
  const id = holder.text('id')
  return id === '' || id.length > 100 ? holder.refuse('id', 'nodeId') : id
}

function readGroup(group: Data, at: number): TypebotGroup {
  const title = group.text('title').slice(0, 100)
  const blocks = group.list('blocks', maxCounts.blocks).map((block, index): TypebotBlock => {
    const type = block.text('type').slice(0, 50)
    if (type === '') block.refuse('type')
    return {
      ...{ id: idOf(block), type, edgeId: block.text('outgoingEdgeId'), items: readItems(block), data: block },
      ...{ place: `groups.${at}.blocks.${index}`, label: title === '' ? type : `${title}: ${type}` },
    }
  })
  return { id: idOf(group), blocks }
}

const readItems = (block: Data) =>
  block
    .list('items', maxCounts.items)
    .map((item): TypebotItem => ({ id: item.text('id'), edgeId: item.text('outgoingEdgeId'), data: item }))

function refuseDuplicates(groups: TypebotGroup[]) {
  const seen = new Set<string>()
  const check = (id: string, place: string) => {
    if (seen.has(id)) throw new FlowFault({ reason: 'duplicateId', place })
    seen.add(id)
  }
  for (const [at, { id, blocks }] of groups.entries()) {
    check(`group ${id}`, `groups.${at}.id`)
    for (const block of blocks) check(`block ${block.id}`, `${block.place}.id`)
  }
}

/** @throws FlowFault for an edge to a group or block that does not exist */
function readTarget(edge: Data, groups: TypebotGroup[]): TypebotTarget {
  const to = edge.inner('to')
  const [groupId, blockId] = [to.text('groupId'), to.text('blockId')]
  const group = groups.find(({ id }) => id === groupId)
  if (!group) return to.refuse('groupId', 'unknownNode')
  if (blockId !== '' && !group.blocks.some(({ id }) => id === blockId)) to.refuse('blockId', 'unknownNode')
  return { groupId, blockId }
}

/** Version 6 has a start event; earlier ones have a start block in a group of its own. */
function startEdge(file: Data, groups: TypebotGroup[]): string {
  const events = isRecord(file.raw('events')) ? [] : file.list('events', 20)
  const event = events.find((each) => each.text('type') === 'start')
  if (event) return event.text('outgoingEdgeId')
  const block = groups.flatMap(({ blocks }) => blocks).find(({ type }) => type === 'start')
  if (!block) throw new FlowFault({ reason: 'noStart', place: 'events' })
  return block.edgeId
}
