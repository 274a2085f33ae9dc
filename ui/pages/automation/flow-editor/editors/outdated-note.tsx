import { TriangleAlert } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Flow } from '../../../../../src/features/automation/flows/model'
import { Button } from '../../../../components/button'
import { api, unwrapResponse } from '../../../../lib/api'
import { useLive } from '../../../../lib/realtime'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import type { FlowDocument } from '../editor/document'

/** Tells that another user saved the flow on screen, and opens what they saved; empty otherwise. */
export function OutdatedNote({ document }: { document: FlowDocument }) {
  const { t } = useTranslation()
  const isOutdated = useValue(document.isOutdated)
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    await document.openStored().catch(toastError)
    setBusy(false)
  }
  useReceivedRow(document)
  return (
    <div role="status">
      {isOutdated && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warn-soft px-4 py-1 text-sm text-warn">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 flex-1">{t('flowBuilder.conflict')}</span>
          <Button size="sm" busy={isBusy} title={t('flowBuilder.openStoredText')} onClick={() => void open()}>
            {t('flowBuilder.openStored')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Keeps the row of the document up to date with what other users do. */
function useReceivedRow({ id, receive }: FlowDocument) {
  const reload = useCallback(async () => {
    const answer = await unwrapResponse<{ flow: Flow }>(api.flowbuilder.flow({ id }).get()).catch(() => null)
    if (answer) receive(answer.flow)
  }, [id, receive])
  useLive(
    {
      flow(event) {
        if (event.action !== 'delete' && event.flow.id === id) receive(event.flow)
      },
    },
    reload,
  )
}
