import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { dueSoonMinutes } from '../../../../../src/shared/limits'
import { shortTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { clock } from '../store/clock'
import { TargetMark } from '../targets/target-mark'
import { WaitingTime } from './waiting-time'

/**
 * Time of a row: the due time in the words of the header, where the queue has a target for an answer; else how long the
 * customer waits, a due time that is near, or the clock of the last message.
 */
export function RowTime({ ticket }: { ticket: Ticket }) {
  const now = useValue(clock)
  const { status, waitingSince, target } = ticket
  const isWaiting = waitingSince !== null && status !== 'closed'
  const isUrgent = target !== null && Date.parse(target.dueAt) - now < dueSoonMinutes * 60_000
  const isAnswerDue = isWaiting && target !== null && target.kind !== 'resolution' && !ticket.chatbot
  return (
    <span className="flex shrink-0 text-faint text-xs tabular-nums [&_svg]:size-3.5 [&_svg]:shrink-0">
      {isUrgent || isAnswerDue ? (
        <TargetMark ticket={ticket} isInRow />
      ) : isWaiting ? (
        <WaitingTime ticket={ticket} clockTime={<LastTime ticket={ticket} />} />
      ) : (
        <LastTime ticket={ticket} />
      )}
    </span>
  )
}

function LastTime({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const when = shortTime(ticket.lastMessageAt)
  return <>{when === 'yesterday' ? t('common.yesterday') : when}</>
}
