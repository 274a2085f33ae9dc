import type { ReplayedRun } from '../../../../src/features/flow-replays/model'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useEditor } from '../editor/editor'
import { useNodeName } from '../try/node-name'

/** A past conversation: where it ended, where it would end now, where both part, and answers without an option. */
export function ReplayedRunRow({ run }: { run: ReplayedRun }) {
  const { t } = useTranslation()
  const { contactName, startedAt, before, partedAt, misunderstood, end, nodeId } = run
  return (
    <li className="flex flex-col gap-1 rounded-md border border-line bg-surface p-3 text-sm">
      <p className="flex gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{contactName}</span>
        <span className="text-faint tabular-nums">{formatDateTime(startedAt)}</span>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-0.5 [&_dt]:text-muted">
        {run.verdict !== 'same' && (
          <>
            <dt>{t('flowReplay.before')}</dt>
            <dd className="min-w-0">
              <Place end={before.end} nodeId={before.nodeId} />
            </dd>
          </>
        )}
        <dt>{t('flowReplay.now')}</dt>
        <dd className="min-w-0">
          <Place end={end} nodeId={nodeId} />
        </dd>
        {partedAt !== null && (
          <>
            <dt>{t('flowReplay.partedAt')}</dt>
            <dd className="min-w-0">
              <NodeLink id={partedAt} />
            </dd>
          </>
        )}
      </dl>
      {misunderstood.map(({ nodeId, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a run does not change.
        <p key={at} className="wrap-anywhere">
          <span className="text-warn">{t('flowReplay.misunderstood')}</span> “{text}” · <NodeLink id={nodeId} />
        </p>
      ))}
    </li>
  )
}

function Place({ end, nodeId }: ReplayedRun['before']) {
  const { t } = useTranslation()
  return (
    <>
      {t(end === null ? 'flowReplay.waiting' : `flowReplay.ends.${end}`)} · <NodeLink id={nodeId} />
    </>
  )
}

/** Name of a node; a click selects it in the drawing. */
function NodeLink({ id }: { id: string | null }) {
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
