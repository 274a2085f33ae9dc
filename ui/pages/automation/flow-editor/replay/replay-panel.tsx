import { History } from 'lucide-react'
import { useEffect } from 'react'
import type { FlowReplayResult } from '../../../../../src/features/automation/flows/replays/model'
import { Alert } from '../../../../components/alert'
import { Button } from '../../../../components/button'
import { EmptyState } from '../../../../components/empty-state'
import { ErrorState } from '../../../../components/error-state'
import { SkeletonRows } from '../../../../components/skeleton'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import type { FlowDocument } from '../editor/document'
import { useEditor } from '../editor/editor'
import { countNotes } from './count-notes'
import { ReplayForm } from './replay-form'
import { ReplayedRuns } from './replayed-runs'
import { type Replays, useReplays } from './use-replays'

/** The draft against conversations of the past; the canvas shows the share of each node and edge. */
export function ReplayPanel({ document }: { document: FlowDocument }) {
  const { t } = useTranslation()
  const replays = useReplays(document)
  useShares(replays.shown)
  if (replays.failure && !replays.isLoaded) return <ErrorState failure={replays.failure} onRetry={replays.reload} />
  if (!replays.isLoaded) return <SkeletonRows rows={4} avatar={false} />
  return (
    <div className="flex flex-col">
      <ReplayForm replays={replays} flowId={document.id} />
      {replays.shown ? (
        <Result replay={replays.shown} replays={replays} />
      ) : (
        <EmptyState icon={<History />} title={t('flowReplay.none')} text={t('flowReplay.noneText')} />
      )}
    </div>
  )
}

/** Writes the shares of a replay on the canvas while the panel is open. */
function useShares(replay: FlowReplayResult | null) {
  const editor = useEditor()
  const { t } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts change with each event of the replay.
  useEffect(() => {
    editor.highlight.value = replay && countNotes(replay, (count) => t('flowReplay.stopped', { count }))
  }, [editor, replay?.id, replay?.done])
  useEffect(
    () => () => {
      editor.highlight.value = null
    },
    [editor],
  )
}

function Result({ replay, replays }: { replay: FlowReplayResult; replays: Replays }) {
  const { t } = useTranslation()
  const { status, done, total, createdAt, userName } = replay
  return (
    <section aria-label={t('flowReplay.result')} className="flex flex-col gap-3 p-3">
      <p className="text-muted text-sm">{t('flowReplay.madeBy', { name: userName, at: formatDateTime(createdAt) })}</p>
      {status === 'running' && (
        <div className="flex items-center gap-3">
          <progress
            aria-label={t('flowReplay.progress')}
            value={done}
            max={Math.max(total, 1)}
            className="h-2 min-w-0 flex-1 accent-accent"
          />
          <span className="text-sm tabular-nums">
            {done} / {total}
          </span>
          <Button size="sm" onClick={() => void replays.cancel(replay.id)}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {status === 'cancelled' && <Alert tone="info">{t('flowReplay.cancelled', { done, total })}</Alert>}
      {status === 'failed' && <Alert tone="danger">{t('flowReplay.failed')}</Alert>}
      {status === 'done' && total === 0 && <Alert tone="info">{t('flowReplay.noRuns')}</Alert>}
      {done > 0 && <ReplayedRuns key={replay.id} replay={replay} />}
    </section>
  )
}
