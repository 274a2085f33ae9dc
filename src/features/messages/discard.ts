import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { errorStatus } from '../../shared/errors'
import { getTicketRow, toTicket } from '../tickets/read'
import { isLatest, previewLatest } from './latest'
import type { DiscardedMessage } from './model'
import type { MessageRow } from './read'

const remove = hot<{ id: number }>()((db, p) => db.delete('messages').where('id', '=', p('id')))
const hasLeft = hot<{ id: number }>()((db, p) =>
  db.select('messages').select('id').where('id', '=', p('id')).where('proto', 'is not', null),
)

/** Whether a message of ours was ever handed to WhatsApp. */
export const left = (scope: Scope, id: number) => scope.db.first(hasLeft, { id }) !== undefined

/**
 * True for a failed message that its receiver cannot have: it never left, or WhatsApp refused it by a number of its
 * own. One we gave up on after it had left may have arrived all the same.
 */
export const reachedNobody = (scope: Scope, { id, fromMe, ack, error }: MessageRow) =>
  fromMe === 1 && ack === -1 && (!left(scope, id) || (error !== null && !(error in errorStatus)))

/** Removes a message that nobody got, as if it had not been written. Within a transaction. */
export function discard(scope: Scope, row: MessageRow): DiscardedMessage {
  const { id, ticketId } = row
  const wasLatest = isLatest(scope, row)
  scope.db.run(remove, { id })
  if (wasLatest) previewLatest(scope, ticketId)
  const ticket = toTicket(scope, getTicketRow(scope, ticketId))
  scope.publish('appMessage', { action: 'delete', messageId: id, ticket })
  return { id, discarded: true }
}
