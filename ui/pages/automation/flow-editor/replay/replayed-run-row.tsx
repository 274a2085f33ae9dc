import type { ReplayedRun } from '../../../../../src/features/automation/flows/replays/model'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { KeepCase } from '../cases/keep-case'
import { NodeLink, Place } from '../names/place'

/** A past conversation: where it ended, where it would end now, where both part, and answers without an option. */
export function ReplayedRunRow({ run, flowId }: { run: ReplayedRun; flowId: number }) {
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
      <KeepCase flowId={flowId} name={`${contactName} · ${formatDateTime(startedAt)}`} source={{ runId: run.runId }} />
    </li>
  )
}
