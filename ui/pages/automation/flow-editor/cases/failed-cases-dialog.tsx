import { useState } from 'react'
import type { AppError } from '../../../../../src/shared/errors'
import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import type { FlowDocument } from '../editor/document'

/** Names the test cases that stopped a publication, and offers to publish all the same. */
export function FailedCasesDialog({ document, onPublish }: { document: FlowDocument; onPublish: () => void }) {
  const { t } = useTranslation()
  const failure = useValue(document.failure)
  const [closed, setClosed] = useState<AppError | null>(null)
  if (failure?.code !== 'ERR_FLOW_CASES_FAILED') return null
  const { names, count } = failure.detail as { names: string[]; count: number }
  const close = () => setClosed(failure)
  return (
    <Dialog
      open={closed !== failure}
      onClose={close}
      title={t('flowCases.stopped')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              close()
              onPublish()
            }}
          >
            {t('flowCases.publishAnyway')}
          </Button>
        </>
      }
    >
      <p className="pb-2">{t('flowCases.stoppedText', { count })}</p>
      <ul className="list-disc pl-5">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Dialog>
  )
}
