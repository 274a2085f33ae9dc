import { FastForward } from 'lucide-react'
import { Button } from '../../../../components/button'
import { useTranslation } from '../../../../lib/use-translation'
import { TryProgram } from './try-program'
import { TryRequest } from './try-request'
import type { FlowTrial } from './use-flow-trial'

/** Answer to the timer, request or program for which the flow waits. */
export function TryWaiting({ trial }: { trial: FlowTrial }) {
  const run = trial.state?.run
  const node = trial.graph?.node(run?.nodeId ?? null)
  if (run?.state === 'timer') return <Timer trial={trial} />
  if (run?.state === 'request' && node?.kind === 'request')
    return <TryRequest key={`${node.id} ${run.steps}`} trial={trial} node={node} />
  if (run?.state === 'program' && (node?.kind === 'typebot' || node?.kind === 'prompt'))
    return <TryProgram key={`${node.id} ${run.steps}`} trial={trial} node={node} />
  return null
}

/** Steps of the clock in seconds. */
const clockSteps = [10, 60]

function Timer({ trial }: { trial: FlowTrial }) {
  const { t } = useTranslation()
  const { clock = 0, wakeAt } = trial.state ?? {}
  const left = Math.max(0, (wakeAt ?? clock) - clock)
  return (
    <div className="flex flex-wrap items-center gap-2 p-3 pb-0">
      <p className="basis-full text-sm">{t('flowTrial.left', { seconds: Math.ceil(left / 1000) })}</p>
      {clockSteps.map((seconds) => (
        <Button key={seconds} size="sm" onClick={() => trial.passTime(seconds * 1000)}>
          {t('flowTrial.seconds', { seconds })}
        </Button>
      ))}
      <Button size="sm" icon={<FastForward aria-hidden />} onClick={() => trial.passTime(left)}>
        {t('flowTrial.skip')}
      </Button>
    </div>
  )
}
