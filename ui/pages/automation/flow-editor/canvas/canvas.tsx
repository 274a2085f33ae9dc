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
import { type ReactNode, useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react'
import { adoptStyles } from '../../../../lib/adopt-styles'
import { newId } from '../../../../lib/id'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { BlockPopup, closePopup, type PopupPlace } from '../blocks/block-popup'
import { gridSize } from '../editor/arrange'
import { hasText } from '../editor/card-text'
import { useEditor } from '../editor/editor'
import { mapColor } from '../editor/kind-tile'
import { readCard } from '../editor/read-card'
import { CanvasTools } from './canvas-tools'
import { firstView, leastZoom, shiftInto } from './first-view'
import { NodeCard } from './node-card'
import { useCanvasLabels } from './use-canvas-labels'
import { useView } from './use-view'
import type { CardNode } from './view'
import { Way } from './way'

const nodeTypes = { card: NodeCard }
const edgeTypes = { way: Way }
const snapGrid: [number, number] = [gridSize, gridSize]
const proOptions = { hideAttribution: true }

/** Drawing of the flow: cards that are moved and connected by mouse or finger. */
export const Canvas = ({ children }: { children?: ReactNode }) => (
  <ReactFlowProvider>
    <Drawing>{children}</Drawing>
  </ReactFlowProvider>
)

function Drawing({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { view, onNodesChange, onEdgesChange } = useView()
  const [isMapOpen, setMapOpen] = useState(false)
  const [popup, setPopup] = useState<PopupPlace | null>(null)
  // Before the first measurement of the cards.
  useInsertionEffect(() => adoptStyles(baseStyles + farStyles), [])
  useReveal()
  const labels = useCanvasLabels()
  const editor = useEditor()
  const [opening] = useState(() => firstView(editor.flow.peek()))
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
        defaultViewport={opening}
        ariaLabelConfig={labels}
        proOptions={proOptions}
      >
        <Background gap={gridSize} color="color-mix(in srgb, var(--edge) 45%, transparent)" />
        <Panel position="bottom-left">
          <CanvasTools isMapOpen={isMapOpen} onMap={() => setMapOpen(!isMapOpen)} />
        </Panel>
        {children}
        {isMapOpen && (
          <MiniMap
            ariaLabel={t('flowBuilder.map')}
            pannable
            zoomable
            bgColor="var(--raised)"
            nodeColor={colorOnMap}
            maskColor="var(--scrim)"
            className="rounded-md border border-line"
          />
        )}
      </ReactFlow>
      {popup && <BlockPopup key={popup.id} place={popup} onClose={closePopup(setPopup, popup)} />}
    </div>
  )
}

const colorOnMap = ({ data }: CardNode) => mapColor(readCard(data.stored).kind)

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
      offer({ id: newId(), x, y, from: { source: fromNode.id, handle: fromHandle.id ?? 'a', position } })
    },
    [screenToFlowPosition, offer],
  )
  const onNodeDoubleClick = useCallback(
    (_: unknown, { id, data }: CardNode) => (hasText(data.stored) ? editor.editText(id) : editor.edit(id)),
    [editor],
  )
  return { onConnect, onConnectEnd, onNodeDoubleClick }
}

/** Brings the node that the outline, the search or a new edge names into view, unless it is there. */
function useReveal() {
  const editor = useEditor()
  const request = useValue(editor.revealed)
  const store = useStoreApi()
  const { setViewport } = useReactFlow()
  useEffect(() => {
    if (!request) return
    // A new node is measured, and the inspector beside the canvas opens, after the frame in which it is drawn.
    const frame = requestAnimationFrame(() => {
      if (request.id === 'all') return void setViewport(firstView(editor.flow.peek()))
      const { nodeLookup, transform, domNode } = store.getState()
      // The size in the store is that before the inspector opened.
      const { clientWidth: width = 0, clientHeight: height = 0 } = domNode ?? {}
      const node = nodeLookup.get(request.id)
      if (!node) return
      const { x, y } = node.internals.positionAbsolute
      const { width: wide = 200, height: high = 100 } = node.measured
      const zoom = Math.max(transform[2], leastZoom)
      const grown = zoom / transform[2]
      // The middle of the canvas stays where it is when the view has to come nearer.
      const origin = {
        x: width / 2 - (width / 2 - transform[0]) * grown,
        y: height / 2 - (height / 2 - transform[1]) * grown,
      }
      const box = { left: x * zoom + origin.x, top: y * zoom + origin.y, width: wide * zoom, height: high * zoom }
      const shift = shiftInto(box, { width, height })
      if (grown !== 1 || shift.x !== 0 || shift.y !== 0)
        void setViewport({ x: origin.x + shift.x, y: origin.y + shift.y, zoom })
    })
    return () => cancelAnimationFrame(frame)
  }, [request, store, setViewport, editor])
}
