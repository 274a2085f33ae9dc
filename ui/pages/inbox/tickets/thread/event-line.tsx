import type { TFunction } from 'i18next'
import { type Rate, rateNames } from '../../../../../src/shared/bot/rating'
import { formatTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import type { HistoryEntry } from '../store/thread-line'

/** History entry between the messages. */
export function EventLine({ event }: { event: HistoryEntry }) {
  const { t } = useTranslation()
  return (
    <p className="mx-auto w-fit max-w-[90%] px-6 pt-2 pb-1 text-center text-faint text-xs wrap-anywhere">
      {eventText(event, t)} · <time dateTime={event.at}>{formatTime(event.at)}</time>
    </p>
  )
}

function eventText(event: HistoryEntry, t: TFunction): string {
  const actor = event.actor?.name || t('conversation.process')
  switch (event.kind) {
    case 'created':
      return t('conversation.eventCreated', { actor })
    case 'accepted':
      return t('conversation.eventAccepted', { actor })
    case 'distributed':
      return t('conversation.eventDistributed', { name: event.toUser?.name ?? '' })
    case 'returned':
      return t('conversation.eventReturned', { actor })
    case 'transferred': {
      const target = transferTarget(event, t)
      return target
        ? t('conversation.eventTransferred', { actor, target })
        : t('conversation.eventTransferredAway', { actor })
    }
    case 'moved':
      return t('conversation.eventMoved', { actor })
    case 'closed':
      return event.outcome
        ? t('conversation.eventClosedAs', { actor, outcome: event.outcome })
        : t('conversation.eventClosed', { actor })
    case 'reopened':
      return t(reopenedKey(event), { actor })
    case 'renumbered':
      return t('conversation.eventRenumbered', { actor })
    case 'merged':
      return t('conversation.eventMerged')
    case 'rated':
      return t('conversation.eventRated', { rate: t(`conversation.rated.${rateNames[(event.rate ?? 1) as Rate]}`) })
    case 'optedOut':
      return t('conversation.eventOptedOut')
    case 'optedIn':
      return t('conversation.eventOptedIn')
    case 'flowStarted':
      return t('conversation.eventFlowStarted', { actor, flow: event.flowName ?? '' })
    case 'flowEnded':
      return t('conversation.eventFlowEnded', { actor, flow: event.flowName ?? '' })
    case 'botStopped':
      return event.actor ? t('conversation.eventBotStoppedBy', { actor }) : t('conversation.eventBotStopped')
  }
}

/** Only a customer's message reopens a ticket without an actor. */
const reopenedKey = ({ actor }: HistoryEntry) =>
  actor ? 'conversation.eventReopened' : 'conversation.eventReopenedByCustomer'

/** Changed agent and queue of a transfer. */
function transferTarget({ fromUser, toUser, fromQueue, toQueue }: HistoryEntry, t: TFunction): string {
  const user = toUser && toUser.id !== fromUser?.id ? toUser.name : ''
  const queue = toQueue && toQueue.id !== fromQueue?.id ? toQueue.name : ''
  return user && queue ? t('conversation.eventTarget', { user, queue }) : user || queue
}
