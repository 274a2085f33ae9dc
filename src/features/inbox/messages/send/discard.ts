import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { errorStatus } from '../../../../shared/errors'
import { parseJson } from '../../../../shared/json'
import { getTicketRow, toTicket } from '../../tickets/read'
import type { DiscardedMessage } from '../model'
import { isLatest, previewLatest } from '../read/latest'
import type { MessageRow, StoredDetail } from '../read/read'

const deleteRow = hot<{ id: number }>()((db, p) => db.delete('messages').where('id', '=', p('id')))
const handedOver = hot<{ id: number }>()((db, p) =>
  db.select('messages').select('id').where('id', '=', p('id')).where('proto', 'is not', null),
)
const detailOf = hot<{ id: number }>()((db, p) => db.select('messages').select('detail').where('id', '=', p('id')))
const setDetail = hot<{ id: number; detail: string }>()((db, p) =>
  db
    .update('messages')
    .set({ detail: p('detail') })
    .where('id', '=', p('id')),
)

/** Returns true when an outbound message was handed to WhatsApp: its row has the encoded form. */
export const wasHandedOver = async (scope: Scope, id: number) =>
  (await scope.db.first(handedOver, { id })) !== undefined

/**
 * Returns true when WhatsApp refused the message: then `error` is WhatsApp's numeric code. Failures of this server have
 * an ERR_ code.
 */
export const wasRefused = ({ error }: MessageRow) => error !== null && !(error in errorStatus)

/**
 * Returns true for a failed message that its recipient cannot have: it never left, or WhatsApp refused it. A message
 * given up after it had left may have arrived and returns false, also after later failures.
 */
export async function neverArrived(scope: Scope, row: MessageRow): Promise<boolean> {
  if (row.fromMe === 0 || row.ack !== -1) return false
  const { mayHaveArrived } = parseJson(row.detail ?? '{}') as StoredDetail
  return !mayHaveArrived && (!(await wasHandedOver(scope, row.id)) || wasRefused(row))
}

/**
 * Marks a message that left without an answer and is sent again: a later failure of the new copy does not prove that
 * the first one was lost. Call within a transaction.
 */
export async function markMayHaveArrived(scope: Scope, id: number) {
  const stored = await scope.db.first(detailOf, { id })
  const detail: StoredDetail = { ...parseJson(stored?.detail ?? '{}'), mayHaveArrived: true }
  await scope.db.run(setDetail, { id, detail: JSON.stringify(detail) })
}

/**
 * Deletes the row of a message that was never received, and updates the ticket's preview. Call within a transaction.
 */
export async function discardMessage(scope: Scope, row: MessageRow): Promise<DiscardedMessage> {
  const { id, ticketId } = row
  const wasLatest = await isLatest(scope, row)
  await scope.db.run(deleteRow, { id })
  if (wasLatest) await previewLatest(scope, ticketId)
  const ticket = toTicket(scope, await getTicketRow(scope, ticketId))
  scope.publish('appMessage', { action: 'delete', messageId: id, ticket })
  return { id, discarded: true }
}
