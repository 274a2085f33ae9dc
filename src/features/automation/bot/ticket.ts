import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { enqueueWorkAfterRobot } from '../../inbox/distribution/enqueue-work'
import { type TicketRow, toTicket } from '../../inbox/tickets/read'
import { publishTransition, transition } from '../../inbox/tickets/state/transition'

const setChatbot = hot<{ id: number; chatbot: 0 | 1 }>()((db, p) =>
  db
    .update('tickets')
    .set({ chatbot: p('chatbot') })
    .where('id', '=', p('id')),
)

/** Sets the queue and the mark that the robot has the ticket. */
export async function changeTicket(scope: Scope, ticket: TicketRow, queueId: number | null, chatbot: 0 | 1) {
  if (ticket.queueId !== queueId) {
    const change = () => ({ queueId, chatbot })
    const done = await transition(scope, ticket, { verb: 'changeQueue', event: 'transferred', bySystem: true, change })
    if (done) publishTransition(scope, done)
    return done?.row ?? ticket
  }
  if (ticket.chatbot === chatbot) return ticket
  await scope.db.run(setChatbot, { id: ticket.id, chatbot })
  const row = { ...ticket, chatbot }
  await enqueueWorkAfterRobot(scope, row)
  scope.publish('ticket', { action: 'update', ticket: toTicket(scope, row) })
  return row
}
