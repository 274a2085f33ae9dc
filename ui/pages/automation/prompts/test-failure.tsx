import type { PromptTestResult, VoiceTestResult } from '../../../../src/features/automation/prompts/model'
import type { AppError } from '../../../../src/shared/errors'
import { Alert } from '../../../components/alert'
import { useTranslation } from '../../../lib/use-translation'

interface RefusedTestProps {
  failure: AppError
  /** Text for fields of the form that are not valid. */
  invalid: string
}

/** Alert for a test that the server refused: invalid fields, or a key that must be typed again. */
export function RefusedTest({ failure: { code }, invalid }: RefusedTestProps) {
  const { t } = useTranslation()
  return <Alert tone="danger">{code === 'ERR_VALIDATION' ? invalid : t(`errors.${code as 'ERR_PROMPT_KEY'}`)}</Alert>
}

type FailedTestProps = Pick<PromptTestResult | VoiceTestResult, 'outcome' | 'detail'>

/** Alert for a test that the service did not answer, with the service's own words. */
export function FailedTest({ outcome, detail }: FailedTestProps) {
  const { t } = useTranslation()
  return (
    <Alert tone="danger" title={t(`prompts.outcomes.${outcome}`)}>
      {detail && (
        <span className="wrap-anywhere">
          {t('prompts.serviceSays', { detail, interpolation: { escapeValue: false } })}
        </span>
      )}
    </Alert>
  )
}
