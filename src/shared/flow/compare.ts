import { type Graph, graphOf } from './graph'
import { type Definition, handlesOf } from './node'
import { type Ending, isSameEnding, type Recording } from './recording'
import { type Replay, type ReplayOptions, replay } from './replay'
import type { LogLine } from './run'

/** A conversation of the past: its input, and what became of it. */
export interface PastRun {
  recording: Recording
  log: LogLine[]
  ending: Ending
  /** True when people or silence ended it, so that its end says nothing about the flow. */
  isInterrupted: boolean
}

/**
 * `same`: it ends where it ended before. `unanswered`: the flow still waits for the customer, who said no more. `other`:
 * it ends elsewhere.
 */
export const verdicts = ['same', 'other', 'unanswered'] as const
export type Verdict = (typeof verdicts)[number]

/** A past conversation in another flow, beside what it was. */
export interface Comparison {
  verdict: Verdict
  ending: Ending
  /** Last node that both have in common; null when they go the same way. */
  partedAt: string | null
  misunderstood: Replay['misunderstood']
}

/** Number of conversations by node, and by edge as `source/handle`. */
export interface ReplayCounts {
  nodes: Record<string, number>
  edges: Record<string, number>
  /** Conversations in which the customer said no more, or asked to leave the flow, at the node. */
  stops: Record<string, number>
  /** Answers that found no option at the node. */
  misunderstood: Record<string, number>
}
export const noCounts = (): ReplayCounts => ({ nodes: {}, edges: {}, stops: {}, misunderstood: {} })

/** Takes a flow through conversations of the past, and counts their ways. */
export function replayAll(definition: Definition, past: PastRun[], options: ReplayOptions) {
  const graph = graphOf(definition)
  const counts = noCounts()
  const comparisons = past.map((run) => {
    const replayed = replay(graph, run.recording, options)
    countWays(counts, graph, replayed)
    return compareReplay(run, replayed)
  })
  return { comparisons, counts }
}

function compareReplay({ log, ending, isInterrupted }: PastRun, replayed: Replay): Comparison {
  const parted = firstDifference(log, replayed.log, isInterrupted)
  const isSame = isSameEnding(ending, replayed.ending) || (isInterrupted && parted === null)
  const verdict = isSame ? 'same' : replayed.isUnanswered ? 'unanswered' : 'other'
  const { misunderstood } = replayed
  return { verdict, ending: replayed.ending, partedAt: parted, misunderstood }
}

/** The node at which two ways part; null for equal ways. An interrupted one is compared as far as it goes. */
function firstDifference(log: LogLine[], other: LogLine[], isInterrupted: boolean): string | null {
  const length = isInterrupted ? log.length : Math.max(log.length, other.length)
  for (let at = 0; at < length; at++) {
    const [one, two] = [log[at], other[at]]
    if (one?.nodeId === two?.nodeId && one?.outcome === two?.outcome) continue
    const shared = one?.nodeId === two?.nodeId ? one : log[at - 1]
    return (shared ?? one ?? two)?.nodeId ?? null
  }
  return null
}

/** Adds one conversation, which counts once at each node and edge. */
function countWays(counts: ReplayCounts, graph: Graph, { log, ending, isUnanswered, misunderstood }: Replay) {
  const edges = new Set<string>()
  for (const { nodeId, outcome } of log) {
    const node = graph.node(nodeId)
    if (node && handlesOf(node).includes(outcome)) edges.add(`${nodeId}/${outcome}`)
  }
  addAll(counts.nodes, new Set(log.map(({ nodeId }) => nodeId)))
  addAll(counts.edges, edges)
  const isLeft = isUnanswered || ending.end === 'stopped'
  if (isLeft && ending.nodeId !== null) addAll(counts.stops, [ending.nodeId])
  addAll(
    counts.misunderstood,
    misunderstood.map(({ nodeId }) => nodeId),
  )
}

function addAll(counts: Record<string, number>, keys: Iterable<string>) {
  for (const key of keys) counts[key] = (Object.hasOwn(counts, key) ? (counts[key] as number) : 0) + 1
}

/** Sum of two counts. */
export function addCounts(one: ReplayCounts, other: ReplayCounts): ReplayCounts {
  const sum = noCounts()
  for (const name of ['nodes', 'edges', 'stops', 'misunderstood'] as const)
    for (const counts of [one[name], other[name]])
      for (const [key, count] of Object.entries(counts))
        sum[name][key] = (Object.hasOwn(sum[name], key) ? (sum[name][key] as number) : 0) + count
  return sum
}
