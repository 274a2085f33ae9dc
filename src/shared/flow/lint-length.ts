import { type Graph, graphOf } from './graph'
import { nextNodes, reachedNodes, waits } from './lint-ways'
import type { Lint } from './lints'
import type { Definition, FlowNode } from './node'
import { caps } from './run'

/**
 * First nodes of a path that lie beyond `caps.event`: a run ends there, because it executes that many nodes at most for
 * one event. Nodes behind a circle without a wait are not counted.
 */
export function lintLength(definition: Definition): Lint[] {
  const graph = graphOf(definition)
  const places = placesOf(graph)
  return definition.nodes
    .filter(({ id }) => places.get(id) === caps.event + 1)
    .map(({ id }) => ({ nodeId: id, code: 'tooManySteps', detail: `${caps.event}` }))
}

/** True for nodes at which a run ends its step: the engine counts anew behind them. */
const pauses = (node: FlowNode) => waits(node) || node.kind === 'request'

/** Place of each reachable node on the longest path without a pause to it, from 1; topological order (Kahn 1962). */
function placesOf(graph: Graph): Map<string, number> {
  const nodes = reachedNodes(graph)
  const onward = (node: FlowNode) => (pauses(node) ? [] : nextNodes(graph, node))
  const places = new Map(nodes.map(({ id }) => [id, 1]))
  const waysIn = new Map(nodes.map(({ id }) => [id, 0]))
  for (const { id } of nodes.flatMap(onward)) waysIn.set(id, (waysIn.get(id) ?? 0) + 1)
  const ready = nodes.filter(({ id }) => waysIn.get(id) === 0)
  for (let node = ready.pop(); node; node = ready.pop())
    for (const next of onward(node)) {
      places.set(next.id, Math.max(places.get(next.id) ?? 1, (places.get(node.id) ?? 1) + 1))
      const left = (waysIn.get(next.id) ?? 0) - 1
      waysIn.set(next.id, left)
      if (left === 0) ready.push(next)
    }
  return places
}
