import type { Scope } from '../../../../../core/scope'
import { hot } from '../../../../../core/storage/tenant'
import type { Values } from '../../../../../shared/flow/render'
import type { TicketRow } from '../../../../inbox/tickets/read'
import { changeSession } from '../../../bot/session'
import { type StoredBotState, storeBotState } from '../../../bot/state'
import { changeTicket } from '../../../bot/ticket'
import { enqueueFlow } from '../enqueue'
import { insertRun } from '../rows'

const published = hot<{ id: number }>()((db, p) =>
  db.select('flows').select('versionId').where('id', '=', p('id')).where('active', '=', 1),
)

/** A beginning of a flow in a ticket. */
interface FlowStart {
  ticket: TicketRow
  state: StoredBotState
  flowId: number
  /** Newest message of the customer, which the flow does not take as an answer. */
  messageId: number
  variables?: Values
}

/**
 * Starts a flow in a pending ticket, on its published version; a menu or session before it ends. False for a flow that
 * is off or was never published. Call within a transaction.
 */
export async function startFlow(scope: Scope, { ticket, state, flowId, messageId, variables = {} }: FlowStart) {
  const versionId = (await scope.db.first(published, { id: flowId }))?.versionId ?? null
  if (versionId === null) return false
  const { attendanceId } = state
  await insertRun(scope, { ticketId: ticket.id, attendanceId, flowId, versionId, messageId, variables })
  await changeSession(scope, state, null)
  await storeBotState(scope, state, { ...state, stage: 'done', program: null }, messageId)
  await changeTicket(scope, ticket, ticket.queueId, 1)
  await enqueueFlow(scope, ticket.id)
  return true
}
