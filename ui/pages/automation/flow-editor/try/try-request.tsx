import { useState } from 'react'
import type { TrialRequestResult } from '../../../../../src/features/automation/flows/trial/model'
import type { AppError } from '../../../../../src/shared/errors'
import type { NodeOf } from '../../../../../src/shared/flow/node'
import { maxValue } from '../../../../../src/shared/flow/render'
import { Alert } from '../../../../components/alert'
import { Button } from '../../../../components/button'
import { controlClass, FieldShell } from '../../../../components/field'
import { api, unwrapResponse } from '../../../../lib/api'
import { classes } from '../../../../lib/classes'
import { asFailure } from '../../../../lib/failure'
import { useTranslation } from '../../../../lib/use-translation'
import type { FlowTrial } from './use-flow-trial'

/** Answer of the service: values typed here, or those of the service itself. */
export function TryRequest({ trial, node }: { trial: FlowTrial; node: NodeOf<'request'> }) {
  const { t } = useTranslation()
  const keys = node.data.saves.map(({ key }) => key).filter((key) => key !== '')
  const [values, setValues] = useState<Record<string, string>>({})
  const { isBusy, failure, ask } = useRealRequest(trial)
  return (
    <div className="flex flex-col gap-2 p-3 pb-0">
      <p className="text-muted text-sm">{t('flowTrial.requestWaits')}</p>
      {[...new Set(keys)].map((key) => (
        <FieldShell key={key} label={key} problem={null}>
          {(control) => (
            <input
              {...control}
              value={values[key] ?? ''}
              maxLength={maxValue}
              onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [key]: value }))}
              className={classes(controlClass, 'h-control-sm px-2')}
            />
          )}
        </FieldShell>
      ))}
      {failure && <Alert tone="danger">{t(`errors.${failure.code as 'ERR_RATE_LIMIT'}`)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => trial.answerRequest({ isSuccess: true, variables: filled(keys, values) })}>
          {t('flowTrial.succeed')}
        </Button>
        <Button size="sm" onClick={() => trial.answerRequest({ isSuccess: false, variables: {} })}>
          {t('flowTrial.fail')}
        </Button>
        <Button size="sm" busy={isBusy} onClick={() => void ask()}>
          {t('flowTrial.askService')}
        </Button>
      </div>
    </div>
  )
}

const filled = (keys: string[], values: Record<string, string>) =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? '']))

/** Has the server ask the service, with the request as the flow made it. */
function useRealRequest(trial: FlowTrial) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<AppError | null>(null)
  const requestLine = trial.state?.lines.findLast((line) => line.kind === 'request')
  const ask = async () => {
    if (requestLine?.kind !== 'request') return
    setBusy(true)
    setFailure(null)
    try {
      const headers = requestLine.request.headers.map(([name, value]) => ({ name, value }))
      const call = api.flowbuilder.flow({ id: trial.flowId }).try.request.post({ ...requestLine.request, headers })
      const { isSuccess, problem, variables } = await unwrapResponse<TrialRequestResult>(call)
      trial.answerRequest({ isSuccess, problem, variables })
    } catch (thrown) {
      setFailure(asFailure(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, ask }
}
