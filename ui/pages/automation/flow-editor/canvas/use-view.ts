import { computed } from '@preact/signals-react'
import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useCallback, useMemo, useState } from 'react'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { type Editor, useEditor } from '../editor/editor'
import { readCard } from '../editor/read-card'
import { useSummary, useWayName } from '../editor/use-summary'
import {
  applyChanges,
  type CardNode,
  type CardTexts,
  type Drawing,
  drawView,
  type EdgeTexts,
  type View,
  type WayEdge,
} from './view'

/** The view of the editor's flow; movements reach the editor when they end, as one step. */
export function useView() {
  const editor = useEditor()
  const flow = useValue(editor.flow)
  const selection = useValue(editor.selection)
  const ghosts = useGhosts(editor)
  const textsOf = useCardTexts()
  const edgeTextsOf = useEdgeTexts()
  const drawing: Drawing = { flow, selection, textsOf, edgeTextsOf, ghosts }
  const [state, setView] = useState(() => drawView(null, drawing))
  let view = state
  if (isOutdated(view, drawing)) {
    view = drawView(state, drawing)
    setView(view)
  }
  const onNodesChange = useCallback(
    (changes: NodeChange<CardNode>[]) => {
      setView((now) => applyChanges(now, changes))
      selectChanged(editor, changes, 'nodes')
      const ended = changes.flatMap((change) =>
        change.type === 'position' && !change.dragging && change.position
          ? [[change.id, change.position] as const]
          : [],
      )
      if (ended.length > 0) editor.move(new Map(ended))
    },
    [editor],
  )
  const onEdgesChange = useCallback(
    (changes: EdgeChange<WayEdge>[]) => selectChanged(editor, changes, 'edges'),
    [editor],
  )
  return { view, onNodesChange, onEdgesChange }
}

const isOutdated = (view: View, drawing: Drawing) =>
  view.flow !== drawing.flow ||
  view.selection !== drawing.selection ||
  view.textsOf !== drawing.textsOf ||
  view.edgeTextsOf !== drawing.edgeTextsOf ||
  view.ghosts !== drawing.ghosts

const noGhosts: StoredNode[] = []
/** Removed nodes that a panel draws; other changes of its marks do not render the canvas. */
function useGhosts({ highlight }: Editor): StoredNode[] {
  return useValue(useMemo(() => computed(() => highlight.value?.ghosts ?? noGhosts), [highlight]))
}

type SelectChange = { type: string; id?: string; selected?: boolean }

/** Applies the library's selection to the editor's. */
function selectChanged(editor: Editor, changes: SelectChange[], of: 'nodes' | 'edges') {
  const chosen = changes.filter(({ type }) => type === 'select')
  if (chosen.length === 0) return
  const now = editor.selection.peek()
  const next = new Set(now[of])
  for (const { id, selected } of chosen) selected ? next.add(id as string) : next.delete(id as string)
  editor.select(of === 'nodes' ? next : now.nodes, of === 'edges' ? next : now.edges)
}

/** Texts of the cards; the same function while language and rows are the same. */
function useCardTexts(): CardTexts {
  const { t } = useTranslation()
  const summaryOf = useSummary()
  return useCallback(
    (stored) => {
      const node = readCard(stored)
      const summary = summaryOf(node, stored.type)
      const kind = t(`flowBuilder.kinds.${node.kind}`)
      return { summary, ariaLabel: t('flowBuilder.nodeName', { kind, text: summary }) }
    },
    [t, summaryOf],
  )
}

/** Texts of the edges; the same function while the language is the same. */
function useEdgeTexts(): EdgeTexts {
  const { t } = useTranslation()
  const wayName = useWayName()
  return useCallback(
    (edge, source, target) => {
      const kindName = (stored: StoredNode | undefined) =>
        t(`flowBuilder.kinds.${stored ? readCard(stored).kind : 'unknown'}`)
      const way = source ? wayName(readCard(source), edge.sourceHandle ?? 'a') : ''
      return { way, ariaLabel: t('flowBuilder.edgeName', { from: kindName(source), way, to: kindName(target) }) }
    },
    [t, wayName],
  )
}
