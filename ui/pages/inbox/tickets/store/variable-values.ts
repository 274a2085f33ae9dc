import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { VariableContext } from '../../../../../src/shared/variables'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { me } from '../../../../lib/session'

/** Values for variables in a text to this ticket's customer, now. The server fills them in when it stores the text. */
export function variableContext(ticket: Ticket): VariableContext {
  const { timeZone, language } = me.peek()?.company ?? { timeZone: 'America/Sao_Paulo' }
  return { contactName: ticketContactName(ticket), ticket, timeZone, language, now: new Date() }
}
