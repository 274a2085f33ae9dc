import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import type { FlowCase, FlowCaseInput } from '../../../../../src/features/automation/flows/cases/model'
import { limits } from '../../../../../src/shared/limits'
import { cutText } from '../../../../../src/shared/text'
import { Button } from '../../../../components/button'
import { api, unwrapResponse } from '../../../../lib/api'
import { toastError, toastSuccess } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'

interface KeepCaseProps {
  flowId: number
  name: string
  source: Pick<FlowCaseInput, 'runId' | 'recording'>
  /** Runs before the request; false stops it. */
  prepare?: () => Promise<boolean>
}

/** Button that keeps a conversation as a test case of the flow. */
export function KeepCase({ flowId, name, source, prepare }: KeepCaseProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      if (prepare && !(await prepare())) return
      const input = { ...source, name: cutText(name, limits.flowCaseName.max) }
      await unwrapResponse<FlowCase>(api.flowbuilder.flow({ id: flowId }).cases.post(input))
      toastSuccess(t('flowCases.kept'))
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy} icon={<FlaskConical aria-hidden />} onClick={() => void keep()}>
      {t('flowCases.keep')}
    </Button>
  )
}
