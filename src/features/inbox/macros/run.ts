import type { Scope } from '../../../core/scope'
import type { MacroAction } from '../../../shared/macros'
import { addTag } from '../board/ticket-tags'
import { sendMessage } from '../messages/send/send'
import { createNote } from '../notes/service'
import type { Ticket } from '../tickets/model'
import { getTicketRow, toTicket } from '../tickets/read'
import { closeTicket, transferTicket } from '../tickets/state/change'
import type { TicketActions } from './model'

/**
 * Does the actions of a macro in one transaction, each with the permissions of its own verb. @throws as the actions do;
 * then none of them has happened
 */
export function runActions(outer: Scope, ticketId: number, { actions }: TicketActions): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    for (const action of actions) await runAction(scope, ticketId, action)
    return toTicket(scope, await getTicketRow(scope, ticketId))
  })
}

function runAction(scope: Scope, ticketId: number, action: MacroAction): Promise<unknown> {
  switch (action.kind) {
    case 'tag':
      return addTag(scope, ticketId, action.tagId)
    case 'reply':
      return sendMessage(scope, ticketId, { body: action.text, quotedId: null, files: [] })
    case 'note':
      return createNote(scope, { ticketId, note: action.text })
    case 'transfer':
      return transferTicket(scope, ticketId, { queueId: action.queueId })
    case 'close':
      return closeTicket(scope, ticketId, 'agent', action)
  }
}
