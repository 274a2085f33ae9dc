import { Send } from 'lucide-react'
import { useState } from 'react'
import type { PromptTestResult } from '../../../../src/features/automation/prompts/model'
import type { AppError } from '../../../../src/shared/errors'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { controlClass, FieldShell } from '../../../components/field'
import { api, unwrapResponse } from '../../../lib/api'
import { classes } from '../../../lib/classes'
import { asFailure } from '../../../lib/failure'
import { useTranslation } from '../../../lib/use-translation'
import { costText, numberText } from './cost-text'
import { type PromptForm, promptInput } from './prompt-form'
import { FailedTest, RefusedTest } from './test-failure'

interface TestTabProps {
  form: PromptForm
  /** Prompt whose stored key is used when no key was typed. */
  promptId: number | undefined
  question: string
  onQuestion: (question: string) => void
}

/** Sends a question to the service with the values of the form as they stand. */
export function TestTab({ form, promptId, question, onQuestion }: TestTabProps) {
  const { t } = useTranslation()
  const { isBusy, result, failure, run } = useTest(form, promptId)
  return (
    <div className="flex flex-col gap-4">
      <FieldShell label={t('prompts.testQuestion')} hint={t('prompts.testHint')} problem={null}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={question}
            maxLength={limits.promptQuestion.max}
            onChange={({ target }) => onQuestion(target.value)}
            className={classes(controlClass, 'resize-y px-3 py-2')}
          />
        )}
      </FieldShell>
      <div>
        <Button
          icon={<Send aria-hidden />}
          busy={isBusy}
          disabled={!question.trim()}
          onClick={() => void run(question)}
        >
          {t('prompts.test')}
        </Button>
      </div>
      {failure && <RefusedTest failure={failure} invalid={t('prompts.testInvalid')} />}
      {result && <Result result={result} />}
    </div>
  )
}

function useTest(form: PromptForm, promptId: number | undefined) {
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<PromptTestResult | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const run = async (question: string) => {
    setBusy(true)
    setResult(null)
    setFailure(null)
    const { name, queueId, maxMessages, voice, voiceRegion, voiceKey, ...values } = promptInput(form.values())
    try {
      setResult(await unwrapResponse<PromptTestResult>(api.prompt.test.post({ ...values, question, promptId })))
    } catch (thrown) {
      setFailure(asFailure(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, result, failure, run }
}

function Result({
  result: { outcome, answer, detail, inputTokens, outputTokens, cost, durationMs },
}: {
  result: PromptTestResult
}) {
  const { t } = useTranslation()
  const isAnswered = outcome === 'answered' || outcome === 'transferred'
  if (!isAnswered) return <FailedTest outcome={outcome} detail={detail} />
  return (
    <div className="flex flex-col gap-2">
      {answer && <p className="whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 wrap-anywhere">{answer}</p>}
      {outcome === 'transferred' && <Alert tone="info">{t('prompts.testTransfer')}</Alert>}
      <p className="text-muted text-sm tabular-nums">
        {t('prompts.testFigures', {
          read: numberText(inputTokens),
          written: numberText(outputTokens),
          cost: costText(cost),
          seconds: numberText(durationMs / 1000, 1),
        })}
      </p>
    </div>
  )
}
