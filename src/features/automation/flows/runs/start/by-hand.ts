import type { Scope } from '../../../../../core/scope'
import { hot } from '../../../../../core/storage/tenant'
import { AppError } from '../../../../../shared/errors'
import type { Values } from '../../../../../shared/flow/render'
import { changesTicket, seesTicket } from '../../../../../shared/permissions'
import { newestCustomerMessageId } from '../../../../inbox/tickets/customer-message'
import { recordEvent } from '../../../../inbox/tickets/history/events'
import { getTicketRow, type TicketRow } from '../../../../inbox/tickets/read'
import { returnTicket } from '../../../../inbox/tickets/state/change'
import { endFlowAndNotify, endLiveRun } from '../../../bot/end-flow'
import { readBotState } from '../../../bot/state'
import { getFlow } from '../../read'
import type { FlowRun } from '../model'
import { listRuns } from '../read'
import { findLiveRun } from '../rows'
import { startFlow } from './start'

/**
 * Starts a flow in a ticket by hand. A flow before it ends; a ticket that a user holds goes back to waiting, because a
 * flow talks in waiting tickets only. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_STATE for a closed one
 * or a group, ERR_NO_FLOW_FOUND, ERR_FLOW_NOT_ACTIVE, ERR_BOT_DISABLED
 */
export function startByHand(outer: Scope, ticketId: number, flowId: number): Promise<FlowRun> {
  return outer.transaction(async (scope) => {
    const held = await getChangeable(scope, ticketId)
    await assertActive(scope, flowId)
    if (held.status === 'closed' || held.isGroup === 1) throw new AppError('ERR_TICKET_STATE', { status: held.status })
    if (held.status === 'open') await returnTicket(scope, ticketId)
    await endLiveRun(scope, ticketId, 'stopped')
    // Before the start: an event of a person ends the flow of its ticket.
    await recordFlowEvent(scope, ticketId, 'flowStarted', (await getFlow(scope, flowId)).name)
    await startIn(scope, ticketId, flowId)
    return (await listRuns(scope, ticketId))[0] as FlowRun
  })
}

/**
 * Ends the flow of a ticket, which waits from now on for people, who are notified.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export function endByHand(outer: Scope, ticketId: number) {
  return outer.transaction(async (scope) => {
    await getChangeable(scope, ticketId)
    const run = await findLiveRun(scope, ticketId)
    if (run && (await endFlowAndNotify(scope, ticketId, 'stopped')))
      await recordFlowEvent(scope, ticketId, 'flowEnded', run.flowName)
  })
}

async function recordFlowEvent(scope: Scope, ticketId: number, kind: 'flowStarted' | 'flowEnded', flowName: string) {
  const ticket = await getTicketRow(scope, ticketId)
  await recordEvent(scope, { kind, before: ticket, after: ticket, flowName })
}

async function getChangeable(scope: Scope, ticketId: number): Promise<TicketRow> {
  const ticket = await getTicketRow(scope, ticketId)
  const isAllowed = seesTicket(scope.viewer, ticket) && changesTicket(scope.viewer, ticket)
  if (!isAllowed) throw new AppError('ERR_NO_PERMISSION')
  return ticket
}

/** @throws ERR_NO_FLOW_FOUND, ERR_FLOW_NOT_ACTIVE for one that is off or was never published */
async function assertActive(scope: Scope, flowId: number) {
  const { active, version } = await getFlow(scope, flowId)
  if (!active || version === null) throw new AppError('ERR_FLOW_NOT_ACTIVE')
}

const blockedContact = hot<{ id: number }>()((db, p) =>
  db.select('contacts').select('id').where('id', '=', p('id')).where('disableBot', '=', 1),
)

/**
 * Starts a flow in a waiting ticket without a run. Call within a transaction.
 * @throws ERR_NO_FLOW_FOUND, ERR_FLOW_NOT_ACTIVE, ERR_BOT_DISABLED for a contact without a robot, ERR_TICKET_STATE
 */
export async function startIn(scope: Scope, ticketId: number, flowId: number, variables: Values = {}) {
  await assertActive(scope, flowId)
  const ticket = await getTicketRow(scope, ticketId)
  const state = await readBotState(scope, ticketId)
  if (!state || ticket.whatsappId === null) throw new AppError('ERR_TICKET_STATE', { status: ticket.status })
  if (await scope.db.first(blockedContact, { id: ticket.contactId })) throw new AppError('ERR_BOT_DISABLED')
  const messageId = await newestCustomerMessageId(scope, ticketId)
  await startFlow(scope, { ticket, state, flowId, messageId, variables })
}
