import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { errorStatus } from '../../shared/errors'
import { getTicketRow, toTicket } from '../tickets/read'
import { isLatest, previewLatest } from './latest'
import type { DiscardedMessage } from './model'
import type { MessageRow, StoredDetail } from './read'

const remove = hot<{ id: number }>()((db, p) => db.delete('messages').where('id', '=', p('id')))
const hasLeft = hot<{ id: number }>()((db, p) =>
  db.select('messages').select('id').where('id', '=', p('id')).where('proto', 'is not', null),
)
const detailOf = hot<{ id: number }>()((db, p) => db.select('messages').select('detail').where('id', '=', p('id')))
const setDetail = hot<{ id: number; detail: string }>()((db, p) =>
  db
    .update('messages')
    .set({ detail: p('detail') })
    .where('id', '=', p('id')),
)

/** Whether a message of ours was ever handed to WhatsApp. */
export const left = async (scope: Scope, id: number) => (await scope.db.first(hasLeft, { id })) !== undefined

/** True when WhatsApp itself said no, by a number of its own; we give up in words of ours. */
export const wasRefused = ({ error }: MessageRow) => error !== null && !(error in errorStatus)

/**
 * True for a failed message that its receiver cannot have: it never left, or WhatsApp refused it. One we gave up on after
 * it had left may have arrived all the same, whatever became of it since.
 */
export async function reachedNobody(scope: Scope, row: MessageRow): Promise<boolean> {
  if (row.fromMe === 0 || row.ack !== -1) return false
  const { mayHaveArrived } = JSON.parse(row.detail ?? '{}') as StoredDetail
  return !mayHaveArrived && (!(await left(scope, row.id)) || wasRefused(row))
}

/**
 * Marks a message that left without an answer and is tried again: its next failure says nothing of the first copy.
 * Within a transaction.
 */
export async function rememberArrival(scope: Scope, id: number) {
  const stored = await scope.db.first(detailOf, { id })
  const detail: StoredDetail = { ...JSON.parse(stored?.detail ?? '{}'), mayHaveArrived: true }
  await scope.db.run(setDetail, { id, detail: JSON.stringify(detail) })
}

/** Removes a message that nobody got, as if it had not been written. Within a transaction. */
export async function discard(scope: Scope, row: MessageRow): Promise<DiscardedMessage> {
  const { id, ticketId } = row
  const wasLatest = await isLatest(scope, row)
  await scope.db.run(remove, { id })
  if (wasLatest) await previewLatest(scope, ticketId)
  const ticket = toTicket(scope, await getTicketRow(scope, ticketId))
  scope.publish('appMessage', { action: 'delete', messageId: id, ticket })
  return { id, discarded: true }
}
