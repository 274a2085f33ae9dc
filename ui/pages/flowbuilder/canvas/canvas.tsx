import {
  Background,
  type Connection,
  type FinalConnectionState,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react'
import baseStyles from '@xyflow/react/dist/base.css' with { type: 'text' }
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { gridSize } from '../editor/arrange'
import { useEditor } from '../editor/editor'
import { CanvasTools } from './canvas-tools'
import { NodeCard } from './node-card'
import { PalettePopup, type PopupPlace } from './palette-popup'
import { useView } from './use-view'
import { Way } from './way'

const nodeTypes = { card: NodeCard }
const edgeTypes = { way: Way }
const snapGrid: [number, number] = [gridSize, gridSize]
const fitOptions = { padding: 0.1, maxZoom: 1 }

/** Drawing of the flow: cards that are moved and connected by mouse or finger. */
export const Canvas = () => (
  <ReactFlowProvider>
    <Drawing />
  </ReactFlowProvider>
)

function Drawing() {
  const { t } = useTranslation()
  const editor = useEditor()
  const { view, onNodesChange, onEdgesChange } = useView()
  const [isMapOpen, setMapOpen] = useState(false)
  const [popup, setPopup] = useState<PopupPlace | null>(null)
  useReveal()
  const { screenToFlowPosition } = useReactFlow()
  const connect = ({ source, sourceHandle, target }: Connection) => editor.connect(source, sourceHandle ?? 'a', target)
  /** An edge that ends on the empty canvas offers the palette there. */
  const offerNode = (
    event: MouseEvent | TouchEvent,
    { isValid, fromNode, fromHandle, toNode }: FinalConnectionState,
  ) => {
    if (isValid || toNode || !fromNode || fromHandle?.type !== 'source') return
    const { clientX: x, clientY: y } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event
    const position = screenToFlowPosition({ x, y })
    setPopup({ x, y, from: { source: fromNode.id, handle: fromHandle.id ?? 'a', position } })
  }
  return (
    <div className="h-full w-full" data-flow-canvas>
      <style>{baseStyles}</style>
      <ReactFlow
        aria-label={t('flowBuilder.canvas')}
        nodes={view.nodes}
        edges={view.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={connect}
        onConnectEnd={offerNode}
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
        <Background gap={gridSize} color="var(--edge)" />
        <Panel position="bottom-left">
          <CanvasTools isMapOpen={isMapOpen} onMap={() => setMapOpen(!isMapOpen)} />
        </Panel>
        {isMapOpen && (
          <MiniMap
            ariaLabel={t('flowBuilder.map')}
            pannable
            zoomable
            bgColor="var(--raised)"
            nodeColor="var(--edge)"
            maskColor="var(--scrim)"
            className="rounded-md border border-line"
          />
        )}
      </ReactFlow>
      {popup && <PalettePopup place={popup} onClose={() => setPopup(null)} />}
    </div>
  )
}

/** Brings the node that the outline, the search or a new edge names into view, unless it is there. */
function useReveal() {
  const { revealed } = useEditor()
  const request = useValue(revealed)
  const store = useStoreApi()
  const { setCenter, getZoom, fitView } = useReactFlow()
  useEffect(() => {
    if (!request) return
    // A new node is measured after the frame in which it is drawn.
    const frame = requestAnimationFrame(() => {
      if (request.id === 'all') return void fitView(fitOptions)
      const { nodeLookup, transform, width, height } = store.getState()
      const node = nodeLookup.get(request.id)
      if (!node) return
      const { x, y } = node.internals.positionAbsolute
      const { width: wide = 200, height: high = 100 } = node.measured
      const [left, top, zoom] = [x * transform[2] + transform[0], y * transform[2] + transform[1], transform[2]]
      const isInView = left >= 0 && top >= 0 && left + wide * zoom <= width && top + high * zoom <= height
      if (!isInView) void setCenter(x + wide / 2, y + high / 2, { zoom: Math.max(getZoom(), 0.5) })
    })
    return () => cancelAnimationFrame(frame)
  }, [request, store, setCenter, getZoom, fitView])
}
