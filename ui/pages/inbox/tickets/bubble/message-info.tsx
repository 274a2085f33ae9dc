import { signal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import type { Message, MessageTimes } from '../../../../../src/features/inbox/messages/model'
import { Dialog } from '../../../../components/dialog'
import { ErrorState } from '../../../../components/error-state'
import { SkeletonRows } from '../../../../components/skeleton'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { getMessageTimes } from '../store/requests'

/** Message in the dialog, or null. */
const shownMessage = signal<Message | null>(null)
export const openMessageInfo = (message: Message) => {
  shownMessage.value = message
}

/** Dialog with the times of a message's states. */
export function MessageInfoHost() {
  const message = useValue(shownMessage)
  return message && <MessageInfo key={message.id} message={message} />
}

type Response = { times: MessageTimes } | { failure: unknown } | null

function MessageInfo({ message }: { message: Message }) {
  const { t } = useTranslation()
  const [response, setResponse] = useState<Response>(null)
  useEffect(() => {
    if (response !== null) return
    getMessageTimes(message.id).then(
      (times) => setResponse({ times }),
      (failure) => setResponse({ failure }),
    )
  }, [message.id, response])
  const close = () => {
    shownMessage.value = null
  }
  return (
    <Dialog open size="sm" title={t('conversation.info')} onClose={close}>
      {response === null && <SkeletonRows rows={3} avatar={false} />}
      {response && 'failure' in response && <ErrorState failure={response.failure} onRetry={() => setResponse(null)} />}
      {response && 'times' in response && <Times message={message} times={response.times} />}
    </Dialog>
  )
}

function Times({ message, times }: { message: Message; times: MessageTimes }) {
  const { t } = useTranslation()
  const line = (label: string, value: string) => (
    <div key={label} className="flex justify-between gap-4 border-line border-b py-2 last:border-b-0">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  )
  /** WhatsApp may report a later state alone: the earlier one was reached by then. */
  const timeText = (at: string | null, isReached: boolean, ...later: (string | null)[]) => {
    if (at) return formatDateTime(at)
    if (!isReached) return t('conversation.infoNotYet')
    const latest = later.find((time) => time !== null)
    return latest ? t('conversation.infoUntil', { at: formatDateTime(latest) }) : t('conversation.infoUnknown')
  }
  return (
    <dl>
      {message.senderName && line(t('conversation.infoBy'), message.senderName)}
      {line(
        t(message.fromMe ? 'conversation.infoWritten' : 'conversation.infoReceived'),
        formatDateTime(times.createdAt),
      )}
      {message.fromMe &&
        line(t('tickets.ackSent'), timeText(times.sentAt, message.ack >= 1, times.deliveredAt, times.readAt))}
      {message.fromMe && line(t('tickets.ackDelivered'), timeText(times.deliveredAt, message.ack >= 2, times.readAt))}
      {message.fromMe && line(t('tickets.ackRead'), timeText(times.readAt, message.ack >= 3))}
    </dl>
  )
}
