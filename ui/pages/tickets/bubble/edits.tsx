import { useEffect, useState } from 'react'
import { Dialog } from '../../../components/dialog'
import { ErrorState } from '../../../components/error-state'
import { SkeletonRows } from '../../../components/skeleton'
import { dateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { WhatsAppText } from '../../../whatsapp-text/whatsapp-text'
import { listEdits } from '../store/requests'

type Answer = { edits: { body: string; at: string }[] } | { failure: unknown } | null

/** Earlier versions of an edited message. */
export function Edits({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState<Answer>(null)
  useEffect(() => {
    if (answer === null) listEdits(messageId).then(setAnswer, (failure) => setAnswer({ failure }))
  }, [messageId, answer])
  return (
    <Dialog open onClose={onClose} title={t('tickets.editsTitle')} size="sm">
      {answer === null && <SkeletonRows rows={2} avatar={false} />}
      {answer && 'failure' in answer && <ErrorState failure={answer.failure} onRetry={() => setAnswer(null)} />}
      {answer && 'edits' in answer && (
        <ol className="flex flex-col gap-3">
          {answer.edits.map(({ body, at }) => (
            <li key={at} className="border-line border-l-2 pl-3">
              <p className="text-faint text-xs tabular-nums">{dateTime(at)}</p>
              <WhatsAppText text={body} />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
