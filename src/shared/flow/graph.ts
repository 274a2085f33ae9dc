import { type Definition, type FlowNode, startId } from './node'

/** A definition with its nodes and edges by id. */
export interface Graph {
  start: FlowNode | undefined
  node(id: string | null): FlowNode | undefined
  /** The node behind a way out, or undefined at an end. */
  next(id: string, handle: string): FlowNode | undefined
}

/** Indexes a definition. Of several edges of one way out, the first counts. */
export function graphOf({ nodes, edges }: Definition): Graph {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const targets = new Map<string, string>()
  for (const { source, handle, target } of edges) {
    const key = `${source}/${handle}`
    if (!targets.has(key)) targets.set(key, target)
  }
  const node = (id: string | null) => (id === null ? undefined : byId.get(id))
  return { start: node(startId), node, next: (id, handle) => node(targets.get(`${id}/${handle}`) ?? null) }
}
