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
  type Viewport,
} from '@xyflow/react'
import baseStyles from '@xyflow/react/dist/base.css' with { type: 'text' }
import { useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react'
import { adoptStyles } from '../../../../lib/adopt-styles'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { gridSize } from '../editor/arrange'
import { useEditor } from '../editor/editor'
import { CanvasTools } from './canvas-tools'
import { NodeCard } from './node-card'
import { PalettePopup, type PopupPlace } from './palette-popup'
import { useView } from './use-view'
import type { CardNode } from './view'
import { Way } from './way'

const nodeTypes = { card: NodeCard }
const edgeTypes = { way: Way }
const snapGrid: [number, number] = [gridSize, gridSize]
const proOptions = { hideAttribution: true }
const fitOptions = { padding: 0.1, maxZoom: 1 }

/** Drawing of the flow: cards that are moved and connected by mouse or finger. */
export const Canvas = () => (
  <ReactFlowProvider>
    <Drawing />
  </ReactFlowProvider>
)

function Drawing() {
  const { t } = useTranslation()
  const { view, onNodesChange, onEdgesChange } = useView()
  const [isMapOpen, setMapOpen] = useState(false)
  const [popup, setPopup] = useState<PopupPlace | null>(null)
  // Before the first measurement of the cards.
  useInsertionEffect(() => adoptStyles(baseStyles + farStyles), [])
  useReveal()
  const { onConnect, onConnectEnd, onNodeDoubleClick } = useGestures(setPopup)
  const box = useRef<HTMLDivElement>(null)
  const onMove = useCallback((_: unknown, { zoom }: Viewport) => showDistance(box.current, zoom), [])
  return (
    <div ref={box} className="h-full w-full" data-flow-canvas>
      <ReactFlow
        aria-label={t('flowBuilder.canvas')}
        nodes={view.nodes}
        edges={view.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        onMove={onMove}
        onNodeDoubleClick={onNodeDoubleClick}
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        snapToGrid
        snapGrid={snapGrid}
        minZoom={0.1}
        fitView
        fitViewOptions={fitOptions}
        proOptions={proOptions}
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

/** Zoom below which texts are too small to read. */
const farZoom = 0.35
/**
 * From afar the browser skips styles, layout and drawing of the cards' contents and of the dots. Written with a class and
 * without a variant of Tailwind, whose `*` makes the browser compute the styles of all 6,000 elements at each change.
 */
const farStyles =
  '[data-far] .flow-card-content { content-visibility: hidden } [data-far] .react-flow__background { visibility: hidden }'

/** Marks the canvas as seen from far or near, without rendering it. */
function showDistance(box: HTMLDivElement | null, zoom: number) {
  if (!box) return
  const isFar = zoom < farZoom
  if (isFar !== 'far' in box.dataset) isFar ? Object.assign(box.dataset, { far: '' }) : delete box.dataset.far
}

/** Handlers of edges and cards; the same functions at every render. */
function useGestures(offer: (place: PopupPlace) => void) {
  const editor = useEditor()
  const { screenToFlowPosition } = useReactFlow()
  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) => void editor.connect(source, sourceHandle ?? 'a', target),
    [editor],
  )
  /** An edge that ends on the empty canvas offers the palette there. */
  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, { isValid, fromNode, fromHandle, toNode }: FinalConnectionState) => {
      if (isValid || toNode || !fromNode || fromHandle?.type !== 'source') return
      const { clientX: x, clientY: y } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event
      const position = screenToFlowPosition({ x, y })
      offer({ x, y, from: { source: fromNode.id, handle: fromHandle.id ?? 'a', position } })
    },
    [screenToFlowPosition, offer],
  )
  const onNodeDoubleClick = useCallback(
    (_: unknown, { id }: CardNode) => {
      editor.openForm.value = { id }
    },
    [editor],
  )
  return { onConnect, onConnectEnd, onNodeDoubleClick }
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
