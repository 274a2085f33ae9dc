import { type Graph, graphOf } from './graph'
import type { Lint } from './lints'
import { type Definition, type FlowNode, handlesOf } from './node'

/** Nodes behind the ways out of a node. */
export const nextNodes = (graph: Graph, node: FlowNode): FlowNode[] =>
  handlesOf(node).flatMap((handle) => graph.next(node.id, handle) ?? [])

/** Nodes that some path reaches. */
export function reachedNodes(graph: Graph): FlowNode[] {
  const reached = new Set<FlowNode>()
  const pending = graph.start ? [graph.start] : []
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (reached.has(node)) continue
    reached.add(node)
    pending.push(...nextNodes(graph, node))
  }
  return [...reached]
}

/** Nodes that no path reaches, and ways out that lead nowhere. */
export function lintWays(definition: Definition): Lint[] {
  const graph = graphOf(definition)
  const reached = new Set(reachedNodes(graph).map(({ id }) => id))
  return definition.nodes.flatMap((node): Lint[] => {
    if (!reached.has(node.id)) return [{ nodeId: node.id, code: 'unreachable' }]
    const open = handlesOf(node).filter((handle) => !graph.next(node.id, handle))
    return open.flatMap((handle) => lintOpenWay(node, handle))
  })
}

function lintOpenWay({ id, kind }: FlowNode, handle: string): Lint[] {
  if (kind === 'start') return [{ nodeId: id, code: 'noStartEdge' }]
  // Without its second way out, a question leaves the ticket to people after the last try.
  if (kind === 'ticket' || (kind === 'question' && handle === 'b')) return []
  if (kind === 'menu') return [{ nodeId: id, code: 'openOption', detail: handle.slice(1) }]
  return [{ nodeId: id, code: 'deadEnd', ...(handle !== 'a' && { detail: handle }) }]
}

/** True for nodes that wait for the customer, a timer or a program: a circle through one of them is no loop. */
export const waits = (node: FlowNode) =>
  ['interval', 'menu', 'question', 'typebot', 'prompt'].includes(node.kind) ||
  (node.kind === 'content' && node.data.elements.some(({ type }) => type === 'interval'))

/** Nodes in a circle without a wait. */
export function lintLoops(definition: Definition): Lint[] {
  const graph = graphOf(definition)
  const state = new Map<string, 'open' | 'done'>()
  const loops = new Set<string>()
  const visit = (node: FlowNode) => {
    state.set(node.id, 'open')
    for (const next of waits(node) ? [] : nextNodes(graph, node)) {
      if (state.get(next.id) === 'open') loops.add(next.id)
      else if (!state.has(next.id)) visit(next)
    }
    state.set(node.id, 'done')
  }
  for (const node of definition.nodes) if (!state.has(node.id)) visit(node)
  return [...loops].map((nodeId) => ({ nodeId, code: 'loop' }))
}
