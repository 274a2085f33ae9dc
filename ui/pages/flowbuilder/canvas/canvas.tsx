import {
  Background,
  type Connection,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import baseStyles from '@xyflow/react/dist/base.css' with { type: 'text' }
import { useState } from 'react'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { NodeCard } from './node-card'
import { applyChanges, type CardNode, drawView, type WayEdge } from './view'
import { Way } from './way'

const nodeTypes = { card: NodeCard }
const edgeTypes = { way: Way }
const snapGrid: [number, number] = [20, 20]
const fitOptions = { padding: 0.2, maxZoom: 1 }

/** Drawing of the flow: cards that are moved and connected by mouse or finger. */
export function Canvas({ onInit }: { onInit: (instance: ReactFlowInstance<CardNode, WayEdge>) => void }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const { view, onNodesChange, onEdgesChange } = useView()
  const connect = ({ source, sourceHandle, target }: Connection) => editor.connect(source, sourceHandle ?? 'a', target)
  return (
    <div className="h-full w-full" data-flow-canvas>
      <style>{baseStyles}</style>
      <ReactFlow
        aria-label={t('flowBuilder.canvas')}
        nodes={view.nodes}
        edges={view.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={onInit}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={connect}
        onNodeDoubleClick={(_, { id }) => {
          editor.openForm.value = { id }
        }}
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        snapToGrid
        snapGrid={snapGrid}
        minZoom={0.1}
        fitView
        fitViewOptions={fitOptions}
        onlyRenderVisibleElements
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} />
      </ReactFlow>
    </div>
  )
}

/** The view of the editor's flow; movements reach the editor when they end, as one step. */
function useView() {
  const editor = useEditor()
  const flow = useValue(editor.flow)
  const selection = useValue(editor.selection)
  const [state, setView] = useState(() => drawView(null, flow, selection))
  let view = state
  if (view.flow !== flow || view.selection !== selection) {
    view = drawView(state, flow, selection)
    setView(view)
  }
  const onNodesChange = (changes: NodeChange<CardNode>[]) => {
    setView((now) => applyChanges(now, changes))
    selectChanged(changes, 'nodes')
    const ended = changes.flatMap((change) =>
      change.type === 'position' && !change.dragging && change.position ? [[change.id, change.position] as const] : [],
    )
    if (ended.length > 0) editor.move(new Map(ended))
  }
  const onEdgesChange = (changes: EdgeChange<WayEdge>[]) => selectChanged(changes, 'edges')
  const selectChanged = (changes: { type: string; id?: string; selected?: boolean }[], of: 'nodes' | 'edges') => {
    const chosen = changes.filter(({ type }) => type === 'select')
    if (chosen.length === 0) return
    const now = editor.selection.peek()
    const next = new Set(now[of])
    for (const { id, selected } of chosen) selected ? next.add(id as string) : next.delete(id as string)
    editor.select(of === 'nodes' ? next : now.nodes, of === 'edges' ? next : now.edges)
  }
  return { view, onNodesChange, onEdgesChange }
}
