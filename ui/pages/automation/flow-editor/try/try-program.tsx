import { type FormEvent, useState } from 'react'
import type { TrialProgramAnswer } from '../../../../../src/features/automation/flows/trial/model'
import type { AppError } from '../../../../../src/shared/errors'
import type { NodeOf } from '../../../../../src/shared/flow/node'
import { limits } from '../../../../../src/shared/limits'
import { Alert } from '../../../../components/alert'
import { Button } from '../../../../components/button'
import { controlClass } from '../../../../components/field'
import { classes } from '../../../../lib/classes'
import { asFailure } from '../../../../lib/failure'
import { useTranslation } from '../../../../lib/use-translation'
import { askProgram } from './ask-program'
import type { FlowTrial } from './use-flow-trial'

type ProgramNode = NodeOf<'typebot' | 'prompt'>

/** Words of the program: typed here, or those of the program itself. */
export function TryProgram({ trial, node }: { trial: FlowTrial; node: ProgramNode }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { isBusy, failure, ask } = useRealProgram(trial, node)
  const say = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    trial.sayAsProgram(text)
    setText('')
  }
  return (
    <div className="flex flex-col gap-2 p-3 pb-0">
      <p className="text-muted text-sm">{t('flowTrial.programWaits')}</p>
      <form onSubmit={say} className="flex gap-2">
        <input
          aria-label={t('flowTrial.programText')}
          placeholder={t('flowTrial.programText')}
          value={text}
          maxLength={limits.messageBody.max}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          className={classes(controlClass, 'h-control-sm min-w-0 flex-1 px-2')}
        />
        <Button size="sm" type="submit">
          {t('flowTrial.say')}
        </Button>
      </form>
      {failure && <Alert tone="danger">{t(`errors.${failure.code as 'ERR_RATE_LIMIT'}`)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => trial.endProgram()}>
          {t('flowTrial.programEnds')}
        </Button>
        <Button size="sm" onClick={() => trial.endProgram({ failed: true })}>
          {t('flowTrial.programFails')}
        </Button>
        <Button size="sm" busy={isBusy} onClick={() => void ask()}>
          {t('flowTrial.askProgram')}
        </Button>
      </div>
    </div>
  )
}

/** Has the server ask the program, with what the customer wrote since its last answer. */
function useRealProgram(trial: FlowTrial, node: ProgramNode) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [state, setState] = useState<unknown>(undefined)
  const show = ({ says, state, end, queueId, problem }: TrialProgramAnswer) => {
    setState(state)
    for (const text of says) trial.sayAsProgram(text)
    const queue = queueId === null ? {} : { queueId }
    if (end !== null) trial.endProgram({ ...queue, ...(end === 'failed' && { failed: true as const, problem }) })
  }
  const ask = async () => {
    setBusy(true)
    setFailure(null)
    try {
      show(await askProgram(trial, node, state))
    } catch (thrown) {
      setFailure(asFailure(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, ask }
}
