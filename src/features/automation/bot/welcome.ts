import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { BotRules } from '../../../shared/bot/rules'
import type { TicketRow } from '../../inbox/tickets/read'

const welcomed = hot<{ contactId: number; whatsappId: number }>()((db, p) =>
  db
    .select('flow_welcomes')
    .select('id')
    .where('contactId', '=', p('contactId'))
    .where('whatsappId', '=', p('whatsappId'))
    .limit(1),
)
const otherTicket = hot<{ id: number; contactId: number; whatsappId: number }>()((db, p) =>
  db
    .select('tickets')
    .select('id')
    .where('contactId', '=', p('contactId'))
    .where('whatsappId', '=', p('whatsappId'))
    .where('id', '<>', p('id'))
    .limit(1),
)
const earlierAttendance = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('attendances')
    .select('id')
    .where('ticketId', '=', p('ticketId'))
    .where('finishedAt', 'is not', null)
    .limit(1),
)
const insertWelcome = hot<{ contactId: number; whatsappId: number }>()((db, p) =>
  db.insert('flow_welcomes', { contactId: p('contactId'), whatsappId: p('whatsappId') }),
)

/** True for a contact's first attendance on a connection with a welcome flow. */
export async function isWelcomeDue(scope: Scope, { connection }: BotRules, ticket: TicketRow): Promise<boolean> {
  const { id, contactId, whatsappId } = ticket
  if (connection.flows.welcome === null || whatsappId === null) return false
  const checks = [
    () => scope.db.first(welcomed, { contactId, whatsappId }),
    () => scope.db.first(otherTicket, { id, contactId, whatsappId }),
    () => scope.db.first(earlierAttendance, { ticketId: id }),
  ]
  for (const find of checks) if (await find()) return false
  return true
}

/** Records that the contact was welcomed. Call within the transaction that starts the flow. */
export async function recordWelcome(scope: Scope, { contactId, whatsappId }: TicketRow) {
  if (whatsappId !== null) await scope.db.run(insertWelcome, { contactId, whatsappId })
}
