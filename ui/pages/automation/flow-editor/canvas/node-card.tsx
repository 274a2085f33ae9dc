import { computed } from '@preact/signals-react'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { Copy, Trash2 } from 'lucide-react'
import { memo, useMemo } from 'react'
import type { Lint } from '../../../../../src/shared/flow/lints'
import { type FlowNode, handlesOf, startId } from '../../../../../src/shared/flow/node'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { KindTile } from '../editor/kind-tile'
import { LintMark } from '../editor/lint-mark'
import { useNodeLints } from '../editor/lints'
import { readCard } from '../editor/read-card'
import { useHasFailed, useMark } from '../editor/use-mark'
import { useWayName } from '../editor/use-summary'
import { CardTextField } from './card-text-field'
import type { CardNode } from './view'

/** Card of a node: kind, summary, and a handle for each way out. */
export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const { stored, summary, isGhost } = data
  const { t } = useTranslation()
  const node = readCard(stored)
  const lints = useNodeLints(node.id)
  const isTextEdited = useIsTextEdited(node.id)
  const mark = useMark(node.id)
  const hasFailed = useHasFailed(node.id)
  return (
    <div
      data-kind={node.kind}
      data-mark={mark.state}
      className={classes(
        'relative w-57.5 rounded-lg border bg-surface text-left text-ink shadow-e1',
        selected ? 'border-info outline-1 outline-info' : 'border-line',
        mark.state === 'current' && 'outline-3! outline-good!',
        mark.state === 'passed' && 'border-good!',
        hasFailed && 'border-danger!',
        isGhost && 'border-dashed bg-transparent!',
      )}
    >
      <Note text={mark.note ?? (hasFailed ? t('flowBuilder.stoppedHere') : undefined)} />
      <div className={contentClass}>
        {node.id !== startId && !isGhost && <Handle type="target" position={Position.Left} className={inClass} />}
        <div className="flex h-10 items-center gap-2 pr-1 pl-2.5">
          <KindTile kind={node.kind} />
          <span className="min-w-0 flex-1 truncate font-semibold text-sm">{t(`flowBuilder.kinds.${node.kind}`)}</span>
          <LintMark lints={lints} />
          {node.id !== startId && !isGhost && <CardActions id={node.id} />}
        </div>
        {isTextEdited ? <CardTextField stored={stored} /> : summary && <Summary text={summary} />}
        {!isGhost && <Ways node={node} lints={lints} />}
      </div>
    </div>
  )
})

const Note = ({ text }: { text: string | undefined }) =>
  text && (
    <span className="absolute -top-5 left-0 rounded-sm bg-ink px-1.5 text-ground text-xs tabular-nums">{text}</span>
  )

/** Keeps the last height while the canvas skips the content (canvas.tsx), so that edges and measurements stay. */
const contentClass = 'flow-card-content relative flow-root [contain-intrinsic-height:auto_80px]'
/**
 * Handles are rings, placed by margins: a transform for each of 500 handles would be work in every frame. Edges begin and
 * end at the outer side of the ring.
 */
const handleClass =
  'size-3! rounded-full! border-2! bg-surface! hover:border-info! transform-none! -mt-1.5! border-edge'
const inClass = `${handleClass} -ml-1.5!`
const outClass = `${handleClass} -mr-1.5!`
/** Ring of a way out that leads nowhere. */
const openClass = classes(outClass.replace('border-edge', ''), 'border-warn!')

/** Text of a card in at most three lines, with its variables marked. */
const Summary = memo(({ text }: { text: string }) => (
  <p className="mx-3 mb-2.5 line-clamp-3 whitespace-pre-line text-muted text-sm wrap-anywhere">
    {text.split(/(\{\{[^{}\n]{1,60}\}\})/).map((part, at) =>
      at % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
        <span key={at} className="rounded-sm bg-flow-ask/12 px-1 font-medium text-flow-ask text-xs">
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </p>
))

function useIsTextEdited(id: string): boolean {
  const { textEdited } = useEditor()
  return useValue(useMemo(() => computed(() => textEdited.value === id), [textEdited, id]))
}

/** Ways out that lead nowhere, from the lints of their node. */
const openWaysOf = (lints: Lint[]) =>
  new Set(
    lints.flatMap(({ code, detail }) => {
      if (code === 'openOption') return [`a${detail}`]
      return code === 'deadEnd' || code === 'noStartEdge' ? [detail ?? 'a'] : []
    }),
  )

/** One row for each way out; a single one has its handle at the middle of the card. */
function Ways({ node, lints }: { node: FlowNode; lints: Lint[] }) {
  const { t } = useTranslation()
  const nameOf = useWayName()
  const handles = handlesOf(node)
  const openWays = openWaysOf(lints)
  const handle = (id: string) => (
    <Handle
      type="source"
      id={id}
      position={Position.Right}
      title={openWays.has(id) ? t('flowBuilder.noTarget') : undefined}
      className={openWays.has(id) ? openClass : outClass}
    />
  )
  if (handles.length === 1 && node.kind !== 'menu') return handle('a')
  return (
    <ul className="empty:hidden">
      {handles.map((id) => (
        <li
          key={id}
          className={classes(
            'relative flex h-8 items-center gap-2 border-line border-t px-3 text-sm',
            openWays.has(id) && 'text-warn',
          )}
        >
          <span className="min-w-0 flex-1 truncate">{nameOf(node, id)}</span>
          {openWays.has(id) && <span className="shrink-0 text-xs">{t('flowBuilder.noTarget')}</span>}
          {handle(id)}
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
