import { Handle, type NodeProps, Position } from '@xyflow/react'
import { Copy, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { type FlowNode, handlesOf, startId } from '../../../../src/shared/flow/node'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { useEditor } from '../editor/editor'
import { kindIcons } from '../editor/kinds'
import { LintMark } from '../editor/lint-mark'
import { useNodeLints } from '../editor/lints'
import { readCard } from '../editor/read-card'
import { useMark } from '../editor/use-mark'
import { useWayName } from '../editor/use-summary'
import type { CardNode } from './view'

/** Card of a node: kind, summary, and a handle for each way out. */
export const NodeCard = memo(function NodeCard({ data: { stored, summary }, selected }: NodeProps<CardNode>) {
  const { t } = useTranslation()
  const node = readCard(stored)
  const Icon = kindIcons[node.kind]
  const lints = useNodeLints(node.id)
  const mark = useMark(node.id)
  return (
    <div
      data-kind={node.kind}
      data-mark={mark.state}
      className={classes(
        'group/card relative w-50 rounded-lg border bg-raised text-left text-ink',
        selected ? 'border-info outline-1 outline-info' : 'border-edge',
        mark.state === 'current' && 'outline-3! outline-good!',
        mark.state === 'passed' && 'border-good!',
      )}
    >
      {mark.note && (
        <span className="absolute -top-5 left-0 rounded-sm bg-ink px-1.5 text-ground text-xs tabular-nums">
          {mark.note}
        </span>
      )}
      {node.id !== startId && <Handle type="target" position={Position.Left} className={handleClass} />}
      <div className="flex h-8 items-center gap-2 rounded-t-lg border-line border-b pr-1 pl-2.5 group-data-far/canvas:bg-sunken [&>*]:group-data-far/canvas:invisible">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate font-medium text-sm">{t(`flowBuilder.kinds.${node.kind}`)}</span>
        <LintMark lints={lints} />
        {node.id !== startId && <CardActions id={node.id} />}
      </div>
      {summary && (
        <p className="line-clamp-3 whitespace-pre-line group-data-far/canvas:invisible px-2.5 py-2 text-muted text-sm wrap-anywhere">
          {summary}
        </p>
      )}
      <Ways node={node} />
    </div>
  )
})

const handleClass = 'size-3! rounded-full! border-2! border-raised! bg-edge! hover:bg-info!'

/** One row for each way out; a single one has its handle beside the head. */
function Ways({ node }: { node: FlowNode }) {
  const nameOf = useWayName()
  const handles = handlesOf(node)
  if (handles.length === 1 && node.kind !== 'menu')
    return <Handle type="source" id="a" position={Position.Right} className={handleClass} />
  return (
    <ul className="border-line border-t empty:hidden">
      {handles.map((handle) => (
        <li key={handle} className="relative px-2.5 py-1 text-right text-sm">
          <span className="block truncate group-data-far/canvas:invisible">{nameOf(node, handle)}</span>
          <Handle type="source" id={handle} position={Position.Right} className={handleClass} />
        </li>
      ))}
    </ul>
  )
}

function CardActions({ id }: { id: string }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const button =
    'nodrag rounded-sm p-1 text-muted opacity-0 hover:bg-hover hover:text-ink focus-visible:opacity-100 group-hover/card:opacity-100 touch:opacity-100 [&_svg]:size-3.5'
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
