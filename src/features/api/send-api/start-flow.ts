import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { answerKeyForm } from '../../../shared/flow/read-node'
import { findLiveRun } from '../../automation/flows/runs/rows'
import { startIn } from '../../automation/flows/runs/start/by-hand'
import { findEarlierResult, storeFlowRequest } from '../../inbox/messages/send/idempotency'
import { findLiveTicket } from '../../inbox/tickets/find'
import type { TicketRow } from '../../inbox/tickets/read'
import { beginTicket } from '../../inbox/tickets/state/begin'
import { addressOf, type CustomerAddress } from './address'
import type { ApiClient } from './authenticate'
import { connectionOf } from './connection'
import type { ApiFlow, ApiFlowAnswer } from './model'
import { contactOf, keyOwnerOf } from './send'

/**
 * Starts a flow with the customer of a number, in the waiting ticket or in a new one. Values of the program are variables
 * of the flow. A request that is repeated with its key returns the first answer. @throws ERR_NO_PERMISSION without the
 * plan, ERR_VALIDATION for a variable's name, ERR_NO_FLOW_FOUND, ERR_FLOW_NOT_ACTIVE, ERR_BOT_DISABLED,
 * ERR_TICKET_ALREADY_ACCEPTED, ERR_FLOW_RUNNING, ERR_IDEMPOTENCY_REUSED, and as connectionOf and addressOf
 */
export async function startFlowByApi(client: ApiClient, input: ApiFlow, key?: string): Promise<ApiFlowAnswer> {
  const { scope: outer, useIntegrations } = client
  const { flowId, variables } = input
  if (!useIntegrations) throw new AppError('ERR_NO_PERMISSION')
  const isNamed = Object.keys(variables ?? {}).every((name) => answerKeyForm.test(name) && name !== '__proto__')
  if (!isNamed) throw new AppError('ERR_VALIDATION', { fields: ['variables'] })
  const connection = await connectionOf(client, input.whatsappId)
  const address = await addressOf(outer, connection, input.number)
  const request = key ? { key, content: requestText(input, address) } : undefined
  const owner = keyOwnerOf(connection.whatsappId)
  return outer.transaction(async (scope) => {
    const earlier = request && (await findEarlierResult(scope, owner, request))
    if (earlier) return { ticketId: earlier.ticketId, runId: earlier.flowRunId ?? 0 }
    const contact = await contactOf(scope, address)
    const ticket = await waitingTicket(scope, contact.id, connection.whatsappId)
    await startIn(scope, ticket.id, flowId, variables)
    const answer = { ticketId: ticket.id, runId: (await findLiveRun(scope, ticket.id))?.id ?? 0 }
    if (request) await storeFlowRequest(scope, owner, request, answer)
    return answer
  })
}

/** Returns the same text for equal requests; no request for a message has it. */
const requestText = ({ flowId, variables = {} }: ApiFlow, { number }: CustomerAddress) =>
  JSON.stringify(['flow', number, flowId, Object.entries(variables).sort(([a], [b]) => (a < b ? -1 : 1))])

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
