import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import type { FlowCase } from '../../../../../src/features/automation/flows/cases/model'
import type { EndedRun } from '../../../../../src/features/automation/flows/replays/model'
import { limits } from '../../../../../src/shared/limits'
import { cutText } from '../../../../../src/shared/text'
import { Button } from '../../../../components/button'
import { SkeletonRows } from '../../../../components/skeleton'
import { api, unwrapResponse } from '../../../../lib/api'
import { formatDateTime } from '../../../../lib/time'
import { toastError, toastSuccess } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useEndedRuns } from './use-ended-runs'

interface RunPickerProps {
  flowId: number
  chosen: EndedRun[]
  onChange: (chosen: EndedRun[]) => void
}

/** Past conversations to tick, for a replay of these alone or to keep them as test cases. */
export function RunPicker({ flowId, chosen, onChange }: RunPickerProps) {
  const { t } = useTranslation()
  const { page, more } = useEndedRuns(flowId)
  const toggle = (run: EndedRun) => {
    const others = chosen.filter(({ id }) => id !== run.id)
    onChange(others.length < chosen.length ? others : [...chosen, run].slice(0, limits.replayedRuns))
  }
  if (!page) return <SkeletonRows rows={3} avatar={false} />
  if (page.runs.length === 0) return <p className="text-muted text-sm">{t('flowReplay.pickNone')}</p>
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-medium text-sm">{t('flowReplay.pick')}</legend>
      <div className="max-h-64 overflow-y-auto rounded-md border border-line">
        {page.runs.map((run) => (
          <Run key={run.id} run={run} isChosen={chosen.some(({ id }) => id === run.id)} onToggle={() => toggle(run)} />
        ))}
        {page.hasMore && (
          <Button size="sm" className="m-2" onClick={() => void more()}>
            {t('flowReplay.more')}
          </Button>
        )}
      </div>
      {chosen.length > 0 && <KeepChosen flowId={flowId} chosen={chosen} />}
    </fieldset>
  )
}

function Run({ run, isChosen, onToggle }: { run: EndedRun; isChosen: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  const { contactName, startedAt, answers } = run
  const said = answers.length === 0 ? t('flowReplay.noAnswers') : answers.map((text) => `“${text}”`).join(' → ')
  return (
    <label className="flex min-h-control cursor-pointer items-start gap-3 px-3 py-2 text-sm hover:bg-hover has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={onToggle}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="flex gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{contactName}</span>
          <span className="text-faint tabular-nums">{formatDateTime(startedAt)}</span>
        </span>
        <span className="line-clamp-2 text-muted wrap-anywhere">{said}</span>
      </span>
    </label>
  )
}

/** Button that keeps each chosen conversation as a test case. */
function KeepChosen({ flowId, chosen }: { flowId: number; chosen: EndedRun[] }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      for (const { id: runId, contactName, startedAt } of chosen) {
        const name = cutText(`${contactName} · ${formatDateTime(startedAt)}`, limits.flowCaseName.max)
        const input = { runId, name }
        await unwrapResponse<FlowCase>(api.flowbuilder.flow({ id: flowId }).cases.post(input))
      }
      toastSuccess(t('flowCases.keptChosen', { count: chosen.length }))
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="sm"
      className="self-start"
      busy={isBusy}
      icon={<FlaskConical aria-hidden />}
      onClick={() => void keep()}
    >
      {t('flowCases.keepChosen', { count: chosen.length })}
    </Button>
  )
}
