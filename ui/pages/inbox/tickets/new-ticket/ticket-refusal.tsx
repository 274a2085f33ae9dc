import { Link } from 'wouter'
import type { AppError } from '../../../../../src/shared/errors'
import { seesTicket } from '../../../../../src/shared/permissions'
import { Alert } from '../../../../components/alert'
import { toTickets } from '../../../../lib/paths'
import { useMe } from '../../../../lib/session'
import { errorText } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { toAgent } from '../actions/message-actions'
import { otherOpenText, otherOpenTicket } from '../actions/other-open-ticket'

/** Reason why no ticket was opened; links to the contact's open ticket if the user may see it. */
export function TicketRefusal({ failure, onLeave }: { failure: AppError; onLeave: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const other = otherOpenTicket(failure)
  if (!other) return <Alert tone="danger">{errorText(failure)}</Alert>
  const { user, queue, uuid } = other
  const otherTicket = { status: 'open', userId: user?.id ?? null, queueId: queue?.id ?? null } as const
  return (
    <Alert tone="warn">
      {otherOpenText(other)}{' '}
      {seesTicket(toAgent(me), otherTicket) && (
        <Link href={toTickets(uuid)} onClick={onLeave} className="font-semibold underline underline-offset-2">
          {t('inbox.openIt')}
        </Link>
      )}
    </Alert>
  )
}
