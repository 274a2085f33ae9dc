import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { QueueIntegration } from '../../../../src/features/automation/integrations/model'
import type { IntegrationLanguage } from '../../../../src/shared/enums'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { useTranslation } from '../../../lib/use-translation'
import { useFaultText } from './failure-note'
import type { IntegrationForm } from './integration-form'

interface TestSessionProps {
  form: IntegrationForm
  integration: QueueIntegration | null
}

type Result = { messages: string[] } | { problem: string }

/** Button that asks the agent with the values of the form, and its answer. */
export function TestSession({ form, integration }: TestSessionProps) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const shown = useRef<HTMLDivElement>(null)
  // The form scrolls, and the answer appears below its visible part.
  useEffect(() => {
    if (result) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  const run = async () => {
    const { projectName, jsonContent, language, urlN8N } = form.values()
    const body = { projectName, jsonContent, language: language as IntegrationLanguage, urlN8N, id: integration?.id }
    setBusy(true)
    try {
      setResult(await unwrapResponse(api.queueIntegration.testSession.post(body)))
    } catch (thrown) {
      const { code, detail } = asFailure(thrown)
      const text = code === 'ERR_VALIDATION' ? t('integrations.testIncomplete') : t(`errors.${code}`)
      const reason = detail.reason || (typeof detail.fault === 'string' ? faultText(detail.fault) : '')
      setResult({ problem: [text, reason].filter(Boolean).join(' ') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="sm" busy={busy} icon={<Play aria-hidden />} onClick={() => void run()}>
        {t('integrations.test')}
      </Button>
      <div ref={shown} className="w-full">
        {result && 'problem' in result && <Alert tone="danger">{result.problem}</Alert>}
        {result && 'messages' in result && (
          <Alert tone="good" title={t('integrations.testDone')}>
            <span className="whitespace-pre-line wrap-anywhere">
              {result.messages.join('\n') || t('integrations.testSilent')}
            </span>
          </Alert>
        )}
      </div>
    </div>
  )
}
