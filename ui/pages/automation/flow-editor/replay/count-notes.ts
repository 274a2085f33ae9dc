import type { FlowReplayResult } from '../../../../../src/features/automation/flows/replays/model'
import type { Highlight } from '../editor/editor'

/** Share of runs as a whole percentage; a share that is not zero shows at least 1. */
function percentOf(count: number, total: number): string {
  if (total === 0) return '0%'
  const percent = Math.round((count * 100) / total)
  return `${count > 0 ? Math.max(1, percent) : percent}%`
}

/** Notes beside the drawing: the share of runs through each node and edge, and the number of customers who said no more or left at a node. */
export function countNotes(
  { counts, done }: Pick<FlowReplayResult, 'counts' | 'done'>,
  stoppedText: (count: number) => string,
): Highlight {
  const notes = new Map<string, string>()
  for (const [key, count] of Object.entries({ ...counts.nodes, ...counts.edges }))
    notes.set(key, percentOf(count, done))
  for (const [id, count] of Object.entries(counts.stops))
    notes.set(id, `${notes.get(id) ?? '0%'} · ${stoppedText(count)}`)
  return { nodes: new Set(Object.keys(counts.nodes)), edges: new Set(Object.keys(counts.edges)), notes }
}
