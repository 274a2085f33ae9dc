import { computed } from '@preact/signals-react'
import { useMemo } from 'react'
import { useValue } from '../../../../lib/use-value'
import { type Highlight, useEditor } from './editor'

/** Mark of a panel on a node or edge; `current` is where a trial stands. */
interface Mark {
  state?: 'current' | 'passed'
  note?: string
}
const none: Mark = {}

function markOf(highlight: Highlight | null, id: string): Mark {
  if (!highlight) return none
  const isPassed = highlight.nodes.has(id) || highlight.edges.has(id)
  const state = highlight.current === id ? 'current' : isPassed ? 'passed' : undefined
  const note = highlight.notes?.get(id)
  return state || note ? { state, note } : none
}

/** True for the node at which the newest conversation stopped by an error. */
export function useHasFailed(id: string): boolean {
  const { failedNode } = useEditor()
  return useValue(useMemo(() => computed(() => failedNode.value === id), [failedNode, id]))
}

/** Mark of a node by its id, or of an edge by `source/handle`. Renders only when this mark changes. */
export function useMark(id: string): Mark {
  const { highlight } = useEditor()
  const mark = useMemo(() => {
    let last = none
    return computed(() => {
      const next = markOf(highlight.value, id)
      if (next.state !== last.state || next.note !== last.note) last = next
      return last
    })
  }, [highlight, id])
  return useValue(mark)
}
