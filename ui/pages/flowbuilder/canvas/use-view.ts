import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { type Editor, useEditor } from '../editor/editor'
import { readCard } from '../editor/read-card'
import { useSummary } from '../editor/use-summary'
import { applyChanges, type CardNode, type CardTexts, drawView, type WayEdge } from './view'

/** The view of the editor's flow; movements reach the editor when they end, as one step. */
export function useView() {
  const editor = useEditor()
  const flow = useValue(editor.flow)
  const selection = useValue(editor.selection)
  const textsOf = useCardTexts()
  const [state, setView] = useState(() => drawView(null, flow, selection, textsOf))
  let view = state
  if (view.flow !== flow || view.selection !== selection || view.textsOf !== textsOf) {
    view = drawView(state, flow, selection, textsOf)
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
