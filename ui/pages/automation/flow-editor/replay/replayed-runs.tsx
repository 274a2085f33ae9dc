import { useEffect, useRef, useState } from 'react'
import type { FlowReplayResult, ReplayedRun } from '../../../../../src/features/automation/flows/replays/model'
import { type Verdict, verdicts } from '../../../../../src/shared/flow/compare'
import { Button } from '../../../../components/button'
import { Tabs, tabPanelProps } from '../../../../components/tabs'
import { api, unwrapResponse } from '../../../../lib/api'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { ReplayedRunRow } from './replayed-run-row'

interface Page {
  runs: ReplayedRun[]
  hasMore: boolean
  next: string | null
}

/** Runs of a replay by verdict. */
export function ReplayedRuns({ replay }: { replay: FlowReplayResult }) {
  const { t } = useTranslation()
  const [verdict, setVerdict] = useState<Verdict>(replay.verdicts.other > 0 ? 'other' : 'same')
  const { page, more } = useRuns(replay, verdict)
  return (
    <>
      <Tabs
        id="replay"
        size="sm"
        label={t('flowReplay.verdict')}
        value={verdict}
        onChange={setVerdict}
        tabs={verdicts.map((value) => ({
          value,
          label: t(`flowReplay.verdicts.${value}`),
          count: replay.verdicts[value],
        }))}
      />
      <div {...tabPanelProps('replay', verdict)} className="flex flex-col gap-2">
        <p className="text-faint text-sm">{t(`flowReplay.verdictTexts.${verdict}`)}</p>
        {page?.runs.length === 0 && <p className="py-4 text-center text-muted text-sm">{t('flowReplay.noneHere')}</p>}
        <ul className="flex flex-col gap-2">
          {page?.runs.map((run) => (
            <ReplayedRunRow key={run.id} run={run} flowId={replay.flowId} />
          ))}
        </ul>
        {page?.hasMore && (
          <Button size="sm" onClick={() => void more()}>
            {t('flowReplay.more')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Pages of runs with a verdict; the first is read again while the replay goes on. */
function useRuns({ id, done, status }: FlowReplayResult, verdict: Verdict) {
  const [page, setPage] = useState<Page | null>(null)
  const request = useRef(0)
  const load = async (before: Page | null) => {
    const mine = ++request.current
    try {
      const query = { verdict, cursor: before?.next ?? undefined }
      const next = await unwrapResponse<Page>(api.flowbuilder.replays({ id }).runs.get({ query }))
      if (mine === request.current) setPage({ ...next, runs: [...(before?.runs ?? []), ...next.runs] })
    } catch (thrown) {
      toastError(thrown)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again with each step of the replay.
  useEffect(() => void load(null), [id, verdict, done, status])
  return { page, more: () => load(page) }
}
