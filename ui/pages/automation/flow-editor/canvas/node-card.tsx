import { Handle, type NodeProps, Position } from '@xyflow/react'
import { Copy, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { type FlowNode, handlesOf, startId } from '../../../../../src/shared/flow/node'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useEditor } from '../editor/editor'
import { kindIcons } from '../editor/kinds'
import { LintMark } from '../editor/lint-mark'
import { useNodeLints } from '../editor/lints'
import { readCard } from '../editor/read-card'
import { useHasFailed, useMark } from '../editor/use-mark'
import { useWayName } from '../editor/use-summary'
import type { CardNode } from './view'

/** Card of a node: kind, summary, and a handle for each way out. */
export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const { stored, summary, isGhost } = data
  const { t } = useTranslation()
  const node = readCard(stored)
  const Icon = kindIcons[node.kind]
  const lints = useNodeLints(node.id)
  const mark = useMark(node.id)
  const hasFailed = useHasFailed(node.id)
  const note = mark.note ?? (hasFailed ? t('flowBuilder.stoppedHere') : undefined)
  return (
    <div
      data-kind={node.kind}
      data-mark={mark.state}
      className={classes(
        'relative w-50 rounded-lg border bg-raised text-left text-ink',
        selected ? 'border-info outline-1 outline-info' : 'border-edge',
        mark.state === 'current' && 'outline-3! outline-good!',
        mark.state === 'passed' && 'border-good!',
        hasFailed && 'border-danger!',
        isGhost && 'border-dashed bg-transparent!',
      )}
    >
      {note && (
        <span className="absolute -top-5 left-0 rounded-sm bg-ink px-1.5 text-ground text-xs tabular-nums">{note}</span>
      )}
      <div className={contentClass}>
        {node.id !== startId && !isGhost && <Handle type="target" position={Position.Left} className={inClass} />}
        <div className="flex h-8 items-center gap-2 rounded-t-lg border-line border-b pr-1 pl-2.5">
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate font-medium text-sm">{t(`flowBuilder.kinds.${node.kind}`)}</span>
          <LintMark lints={lints} />
          {node.id !== startId && !isGhost && <CardActions id={node.id} />}
        </div>
        {summary && (
          <p className="my-2 line-clamp-3 whitespace-pre-line px-2.5 text-muted text-sm wrap-anywhere">{summary}</p>
        )}
        {!isGhost && <Ways node={node} />}
      </div>
    </div>
  )
})

/** Keeps the last height while the canvas skips the content (canvas.tsx), so that edges and measurements stay. */
const contentClass = 'flow-card-content relative flow-root [contain-intrinsic-height:auto_80px]'
/** Handles are placed by margins: a transform for each of 500 handles would be work in every frame. */
const handleClass = 'size-3! rounded-full! border-2! border-raised! bg-edge! hover:bg-info! transform-none! -mt-1.5!'
const inClass = `${handleClass} -ml-1.5!`
const outClass = `${handleClass} -mr-1.5!`

/** One row for each way out; a single one has its handle beside the head. */
function Ways({ node }: { node: FlowNode }) {
  const nameOf = useWayName()
  const handles = handlesOf(node)
  if (handles.length === 1 && node.kind !== 'menu')
    return <Handle type="source" id="a" position={Position.Right} className={outClass} />
  return (
    <ul className="border-line border-t empty:hidden">
      {handles.map((handle) => (
        <li key={handle} className="relative px-2.5 py-1 text-right text-sm">
          <span className="block truncate">{nameOf(node, handle)}</span>
          <Handle type="source" id={handle} position={Position.Right} className={outClass} />
        </li>
      ))}
    </ul>
  )
}

function CardActions({ id }: { id: string }) {
  const { t } = useTranslation()
  const editor = useEditor()
  // Without a box until needed: the name of the kind has the whole head, and zooming has 400 icons less to lay out.
  const button =
    'hidden nodrag rounded-sm p-1 text-muted hover:bg-hover hover:text-ink group-hover/node:block touch:block group-focus-within/node:block [&_svg]:size-3.5'
  return (
    <>
      <button
        type="button"
        aria-label={t('flowBuilder.duplicate')}
        className={button}
        onClick={() => editor.duplicate([id])}
      >
        <Copy aria-hidden />
      </button>
      <button type="button" aria-label={t('flowBuilder.remove')} className={button} onClick={() => editor.remove([id])}>
        <Trash2 aria-hidden />
      </button>
    </>
  )
}
