import type { RunEnd } from '../../../../../src/shared/flow/run'
import { useTranslation } from '../../../../lib/use-translation'
import { useEditor } from '../editor/editor'
import { useNodeName } from './node-name'

/** Where a conversation ended: the reason and the node. */
export function Place({ end, nodeId }: { end: RunEnd | null; nodeId: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      {t(end === null ? 'flowReplay.waiting' : `flowReplay.ends.${end}`)} · <NodeLink id={nodeId} />
    </>
  )
}

/** Name of a node; a click selects it in the drawing. */
export function NodeLink({ id }: { id: string | null }) {
  const editor = useEditor()
  const nameOf = useNodeName()
  if (id === null || !editor.node(id)) return <span className="text-muted">{nameOf(id)}</span>
  return (
    <button
      type="button"
      onClick={() => editor.select([id])}
      className="max-w-full truncate align-bottom text-accent-ink underline-offset-2 hover:underline"
    >
      {nameOf(id)}
    </button>
  )
}
