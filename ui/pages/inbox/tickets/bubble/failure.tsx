import i18n from 'i18next'
import { RotateCw, Trash2 } from 'lucide-react'
import { errorStatus } from '../../../../../src/shared/errors'
import { Button } from '../../../../components/button'
import { isOffline } from '../../../../lib/offline'
import { discardMessage, retrySending } from '../../../../lib/outbox/outbox'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { deleteMessage, retryMessage } from '../store/requests'
import { type Bubble, isWaiting, type Sending } from '../store/rows'
import { applyDeletion, applyMessageResponse } from '../store/threads'

/** Reason why a message was not sent or delivered, with buttons to retry or discard it. */
export function Failure({ entry: { message, sending } }: { entry: Bubble }) {
  const { t } = useTranslation()
  const reason = useReasonText(message.error)
  const offline = useValue(isOffline)
  if (sending?.state === 'failed')
    return (
      <Notice
        isAnnounced
        text={t('tickets.notSent', { reason: sending.error })}
        onRetry={() => retrySending(sending.clientId)}
        onDiscard={() => discardMessage(sending.clientId)}
      />
    )
  if (sending && isWaiting(sending, offline)) return <WaitingNotice sending={sending} />
  if (sending || !message.fromMe || message.ack >= 0 || message.isDeleted) return null
  return (
    <Notice
      text={t('tickets.notDelivered', { reason })}
      onRetry={() => retryMessage(message.id).then(applyMessageResponse, toastError)}
      onDiscard={() => deleteMessage(message.id).then(applyDeletion, toastError)}
    />
  )
}

const numbered = ['429', '463', '479'] as const

/** Text for an error code of ours, or for an error number of WhatsApp; the number follows, for a support request. */
function useReasonText(error: string | null): string {
  const { t } = useTranslation()
  if (!error) return t('tickets.notDeliveredUnknown')
  if (error in errorStatus && i18n.exists(`errors.${error}`)) return i18n.t(`errors.${error}` as 'errors.ERR_NOT_FOUND')
  const number = numbered.find((each) => each === error)
  return `${t(number ? `tickets.refused.${number}` : 'tickets.notDeliveredUnknown')} (${error})`
}

/** Notice below a message that is sent automatically later. */
function WaitingNotice({ sending: { clientId, cause, isPersisted } }: { sending: Sending }) {
  const { t } = useTranslation()
  return (
    <div className="mt-1 flex max-w-[min(88%,40rem)] flex-wrap items-center justify-end gap-1 text-sm text-warn">
      <span className="wrap-anywhere">
        {t(cause === 'server' ? 'unsent.waitingServer' : 'unsent.waiting')}
        {!isPersisted && `. ${t('unsent.keepOpen')}`}
      </span>
      <Button size="sm" variant="quiet" icon={<Trash2 aria-hidden />} onClick={() => discardMessage(clientId)}>
        {t('tickets.discard')}
      </Button>
    </div>
  )
}

interface NoticeProps {
  text: string
  /** Announced by screen readers at once. */
  isAnnounced?: boolean
  onRetry: () => void
  onDiscard: () => void
}

function Notice({ text, isAnnounced, onRetry, onDiscard }: NoticeProps) {
  const { t } = useTranslation()
  return (
    <div
      role={isAnnounced ? 'alert' : undefined}
      className="mt-1 flex max-w-[min(88%,40rem)] flex-wrap items-center justify-end gap-1 text-danger-ink text-sm"
    >
      <span className="wrap-anywhere">{text}</span>
      <span className="flex gap-1">
        <Button size="sm" variant="quiet" icon={<RotateCw aria-hidden />} onClick={onRetry}>
          {t('tickets.retry')}
        </Button>
        <Button size="sm" variant="quiet" icon={<Trash2 aria-hidden />} onClick={onDiscard}>
          {t('tickets.discard')}
        </Button>
      </span>
    </div>
  )
}
