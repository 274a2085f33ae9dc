import type { Graph } from '../../../../../src/shared/flow/graph'
import { handlesOf } from '../../../../../src/shared/flow/node'
import { isLive, type LogLine } from '../../../../../src/shared/flow/run'
import type { Trial } from '../../../../../src/shared/flow/trial'
import type { Highlight } from '../editor/editor'

/** Nodes and edges that a log went through; an outcome that is no way out belongs to the node alone. */
function passedPath(graph: Graph, log: LogLine[]): Pick<Highlight, 'nodes' | 'edges'> {
  const nodes = new Set<string>()
  const edges = new Set<string>()
  for (const { nodeId, outcome } of log) {
    const node = graph.node(nodeId)
    if (!node) continue
    nodes.add(nodeId)
    if (handlesOf(node).includes(outcome)) edges.add(`${nodeId}/${outcome}`)
  }
  return { nodes, edges }
}

/** The path of a trial as the canvas marks it, with the node at which it waits. */
export function litPath(graph: Graph, { log, run }: Trial): Highlight {
  const path = passedPath(graph, log)
  return isLive(run.state) && run.nodeId !== null ? { ...path, current: run.nodeId } : path
}
