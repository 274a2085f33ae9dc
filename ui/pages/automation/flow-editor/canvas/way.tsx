import {
  BaseEdge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  type InternalNode,
  useInternalNode,
} from '@xyflow/react'
import { X } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from '../../../../lib/use-translation'
import { useEditor } from '../editor/editor'
import { useMark } from '../editor/use-mark'
import { backPath, type Extent, type Route } from './back-path'
import type { WayEdge } from './view'

/** Edge from a way out to a node; a selected one has a button that removes it. */
export const Way = memo(function Way(props: EdgeProps<WayEdge>) {
  if (props.targetX < props.sourceX) return <BackWay {...props} />
  const [path, x, y] = getBezierPath(props)
  return <Line {...props} route={[path, x, y]} />
})

/** Edge back to the left. Only these edges subscribe to the sizes of their cards. */
function BackWay(props: EdgeProps<WayEdge>) {
  const source = extentOf(useInternalNode(props.source))
  const target = extentOf(useInternalNode(props.target))
  return <Line {...props} route={backPath(props, source, target)} />
}

function extentOf(node: InternalNode | undefined): Extent {
  const top = node?.internals.positionAbsolute.y ?? 0
  return { top, bottom: top + (node?.measured.height ?? 0) }
}

function Line({ id, selected, route: [path, x, y], ...props }: EdgeProps<WayEdge> & { route: Route }) {
  const mark = useMark(`${props.source}/${props.sourceHandleId ?? 'a'}`)
  const stroke = selected ? 'var(--info)' : mark.state ? 'var(--good)' : 'var(--edge)'
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={16} style={{ stroke, strokeWidth: mark.state ? 3 : 1.5 }} />
      {mark.note && <Note text={mark.note} x={x} y={y} />}
      {selected && <SelectedLabel id={id} way={props.data?.way ?? ''} x={x} y={y} />}
    </>
  )
}

/** Name of the way out of a selected edge, and the button that removes the edge. */
function SelectedLabel({ id, way, x, y }: { id: string; way: string; x: number; y: number }) {
  const { t } = useTranslation()
  const editor = useEditor()
  return (
    <EdgeLabelRenderer>
      <span
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        className="nodrag nopan pointer-events-auto absolute flex items-center gap-1 rounded-full border border-info bg-raised py-0.5 pr-0.5 pl-2 text-xs shadow-e1"
      >
        <span className="max-w-40 truncate">{way}</span>
        <button
          type="button"
          aria-label={t('flowBuilder.removeEdge')}
          onClick={() => editor.remove([], [id])}
          className="rounded-full p-0.5 text-info hover:bg-hover [&_svg]:size-3.5"
        >
          <X aria-hidden />
        </button>
      </span>
    </EdgeLabelRenderer>
  )
}

const Note = ({ text, x, y }: { text: string; x: number; y: number }) => (
  <EdgeLabelRenderer>
    <span
      style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
      className="pointer-events-none absolute rounded-sm bg-ink px-1.5 text-ground text-xs tabular-nums"
    >
      {text}
    </span>
  </EdgeLabelRenderer>
)
