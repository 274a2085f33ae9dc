import { enqueueTicketPushes } from '../../platform/push/enqueue'
import type { ReceiveListener } from '../messages/receive/listener'

/** Notifies agents of customers' messages, unless the robot asks first. */
export const notificationListener: ReceiveListener = ({ scope, askedByRobot }) => {
  const pushes: { ticketId: number; id: number }[] = []
  return {
    async stored({ item, ticket, id }) {
      if (!item.fromMe) pushes.push({ ticketId: ticket.id, id })
    },
    async ended() {
      const due = pushes.filter(({ ticketId }) => !askedByRobot.has(ticketId))
      await enqueueTicketPushes(
        scope,
        due.map(({ id }) => id),
      )
    },
  }
}
