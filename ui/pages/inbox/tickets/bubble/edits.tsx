import { useEffect, useState } from 'react'
import { Dialog } from '../../../../components/dialog'
import { ErrorState } from '../../../../components/error-state'
import { SkeletonRows } from '../../../../components/skeleton'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { WhatsAppText } from '../../../../whatsapp-text/whatsapp-text'
import { listEdits } from '../store/requests'

type EditsResponse = { edits: { body: string; at: string }[] } | { failure: unknown } | null

/** Earlier versions of an edited message. */
export function Edits({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [response, setResponse] = useState<EditsResponse>(null)
  useEffect(() => {
    if (response === null) listEdits(messageId).then(setResponse, (failure) => setResponse({ failure }))
  }, [messageId, response])
  return (
    <Dialog open onClose={onClose} title={t('tickets.editsTitle')} size="sm">
      {response === null && <SkeletonRows rows={2} avatar={false} />}
      {response && 'failure' in response && <ErrorState failure={response.failure} onRetry={() => setResponse(null)} />}
      {response && 'edits' in response && (
        <ol className="flex flex-col gap-3">
          {response.edits.map(({ body, at }) => (
            <li key={at} className="border-line border-l-2 pl-3">
              <p className="text-faint text-xs tabular-nums">{formatDateTime(at)}</p>
              <WhatsAppText text={body} />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
