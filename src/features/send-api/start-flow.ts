import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { answerKeyForm } from '../../shared/flow/read-node'
import { assertActive, startIn } from '../flow-runs/by-hand'
import { findLiveRun } from '../flow-runs/rows'
import { beginTicket } from '../tickets/begin'
import { findLiveTicket } from '../tickets/find'
import type { TicketRow } from '../tickets/read'
import { addressOf } from './address'
import type { ApiClient } from './authenticate'
import type { ApiFlow, ApiFlowAnswer } from './model'
import { contactOf } from './send'

/**
 * Starts a flow with the customer of a number, in the waiting ticket or in a new one. Values of the program are variables
 * of the flow. @throws ERR_NO_PERMISSION without the plan, ERR_VALIDATION for a variable's name, ERR_NO_FLOW_FOUND, ERR_FLOW_NOT_ACTIVE, ERR_BOT_DISABLED,
 * ERR_FLOW_RUNNING, ERR_TICKET_ALREADY_ACCEPTED while an agent has the customer, and as addressOf
 */
export async function startFlowByApi(
  client: ApiClient,
  { number, flowId, variables }: ApiFlow,
): Promise<ApiFlowAnswer> {
  const { scope: outer, connection, useIntegrations } = client
  if (!useIntegrations) throw new AppError('ERR_NO_PERMISSION')
  const isNamed = Object.keys(variables ?? {}).every((name) => answerKeyForm.test(name) && name !== '__proto__')
  if (!isNamed) throw new AppError('ERR_VALIDATION', { fields: ['variables'] })
  await assertActive(outer, flowId)
  const address = await addressOf(outer, connection, number)
  return outer.transaction(async (scope) => {
    const contact = await contactOf(scope, address)
    const ticket = await waitingTicket(scope, contact.id, connection.whatsappId)
    await startIn(scope, ticket.id, flowId, variables)
    const run = await findLiveRun(scope, ticket.id)
    return { ticketId: ticket.id, runId: run?.id ?? 0 }
  })
}

async function waitingTicket(scope: Scope, contactId: number, whatsappId: number): Promise<TicketRow> {
  const live = await findLiveTicket(scope, { contactId, whatsappId })
  if (!live) {
    const chat = { contactId, whatsappId, userId: null, queueId: null, isGroup: false }
    return beginTicket(scope, { ...chat, status: 'pending' })
  }
  if (live.status === 'open') {
    const user = { id: live.userId, name: live.userName }
    throw new AppError('ERR_TICKET_ALREADY_ACCEPTED', { ticketId: live.id, user })
  }
  if (await findLiveRun(scope, live.id)) throw new AppError('ERR_FLOW_RUNNING', { ticketId: live.id })
  return live
}
