import { useEffect, useState } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { Dialog } from '../../../../components/dialog'
import { ErrorState } from '../../../../components/error-state'
import { SkeletonRows } from '../../../../components/skeleton'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { WhatsAppText } from '../../../../whatsapp-text/whatsapp-text'
import { composerState } from '../store/composer'
import { onScreen } from '../store/live'
import { listEdits } from '../store/requests'

type EditsResponse = { edits: { body: string; at: string }[] } | { failure: unknown } | null

interface EditsProps {
  message: Pick<Message, 'id' | 'ticketId'>
  onClose: () => void
}

/** Earlier versions of an edited message; those of an edit being saved come once the server has it. */
export function Edits({ message: { id: messageId, ticketId }, onClose }: EditsProps) {
  const { t } = useTranslation()
  const saving = useValue(composerState(onScreen.peek() ?? ticketId).savingEdit)
  const isSaving = saving?.message.id === messageId
  const [response, setResponse] = useState<EditsResponse>(null)
  useEffect(() => {
    if (response === null && !isSaving) listEdits(messageId).then(setResponse, (failure) => setResponse({ failure }))
  }, [messageId, response, isSaving])
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
