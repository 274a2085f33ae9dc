import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { ProposalState } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { changesTicket } from '../../../shared/permissions'
import { getAnswerableTicket, sendMessage } from '../messages/send/send'
import { getTicket } from '../tickets/read'
import type { Proposal } from './model'
import { findProposalOfRequest, getProposalRow, openProposalRows, type ProposalRow, toProposal } from './rows'

interface NewProposal {
  ticketId: number
  apiKeyId: number
  body: string
  requestId: string | null
  now: string
}
const insertProposal = hot<NewProposal>()((db, p) =>
  db
    .insert('message_proposals', {
      ...{ ticketId: p('ticketId'), apiKeyId: p('apiKeyId'), body: p('body'), createdAt: p('now') },
      requestId: p('requestId'),
      ...{ messageId: null, decidedBy: null, decidedAt: null },
    })
    .returning('id'),
)
interface Decision {
  id: number
  state: ProposalState
  messageId: number | null
  userId: number
  now: string
}
const decide = hot<Decision>()((db, p) =>
  db
    .update('message_proposals')
    .set({ state: p('state'), messageId: p('messageId'), decidedBy: p('userId'), decidedAt: p('now') })
    .where('id', '=', p('id'))
    .where('state', '=', 'open')
    .returning('id'),
)

/**
 * Stores an answer of a program for a person to send. A repetition of an open one returns it; a repeated request returns
 * its proposal in any state.
 * @param apiKeyId key of the program; the acting user is its maker
 * @param requestId name of the request, unique for the key; null without one
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN, ERR_EMPTY_MESSAGE, ERR_TOO_MANY_PROPOSALS,
 *   ERR_IDEMPOTENCY_REUSED for a request that proposed something else
 */
export function proposeAnswer(outer: Scope, answer: Answer): Promise<Proposal> {
  const { ticketId, body, apiKeyId, requestId } = answer
  if (body.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE')
  return outer.transaction(async (scope) => {
    const earlier = requestId === null ? undefined : await findProposalOfRequest(scope, apiKeyId, requestId)
    if (earlier) return repeatedProposal(scope, earlier, answer)
    await getAnswerableTicket(scope, ticketId)
    const open = await openProposalRows(scope, ticketId)
    const same = open.find((row) => row.apiKeyId === apiKeyId && row.body === body)
    if (same) return toProposal(same)
    if (open.length >= limits.openProposals) throw new AppError('ERR_TOO_MANY_PROPOSALS')
    const made = await scope.db.first(insertProposal, { ...answer, now: new Date().toISOString() })
    return publishProposal(scope, made?.id as number)
  })
}

type Answer = Omit<NewProposal, 'now'>

/** @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_IDEMPOTENCY_REUSED */
async function repeatedProposal(scope: Scope, earlier: ProposalRow, { ticketId, body }: Answer): Promise<Proposal> {
  await getTicket(scope, ticketId)
  if (earlier.ticketId !== ticketId || earlier.body !== body) throw new AppError('ERR_IDEMPOTENCY_REUSED')
  return toProposal(earlier)
}

/** Open proposals of a ticket that the acting user sees, oldest first. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function listProposals(scope: Scope, ticketId: number): Promise<Proposal[]> {
  await getTicket(scope, ticketId)
  return (await openProposalRows(scope, ticketId)).map(toProposal)
}

/**
 * A proposal of the key, in any state. @throws ERR_NO_PROPOSAL_FOUND also for one of another key, ERR_NO_PERMISSION when
 * its maker does not see the ticket any more
 */
export async function getProposalOfKey(scope: Scope, id: number, apiKeyId: number): Promise<Proposal> {
  const row = await getProposalRow(scope, id)
  if (row.apiKeyId !== apiKeyId) throw new AppError('ERR_NO_PROPOSAL_FOUND')
  await getTicket(scope, row.ticketId)
  return toProposal(row)
}

/**
 * Sends the text that a person approved in place of a proposal, as the person's answer. Message, delivery job and decision commit
 * together, so that it is sent once.
 * @throws ERR_NO_PROPOSAL_FOUND, ERR_PROPOSAL_DECIDED, and as `sendMessage`
 */
export function sendProposal(outer: Scope, id: number, body: string): Promise<Proposal> {
  return outer.transaction(async (scope) => {
    const row = await getOpenRow(scope, id)
    const messages = await sendMessage(scope, row.ticketId, { body, quotedId: null, files: [] })
    return storeDecision(scope, row, 'sent', messages[0]?.id ?? null)
  })
}

/**
 * Discards a proposal; nothing is sent. @throws ERR_NO_PROPOSAL_FOUND, ERR_PROPOSAL_DECIDED, ERR_NO_PERMISSION for users
 * who may not answer the ticket
 */
export function discardProposal(outer: Scope, id: number): Promise<Proposal> {
  return outer.transaction(async (scope) => {
    const row = await getOpenRow(scope, id)
    if (!changesTicket(scope.viewer, await getTicket(scope, row.ticketId))) throw new AppError('ERR_NO_PERMISSION')
    return storeDecision(scope, row, 'discarded', null)
  })
}

/** @throws ERR_NO_PERMISSION before a decided state is told to users who do not see the ticket */
async function getOpenRow(scope: Scope, id: number): Promise<ProposalRow> {
  const row = await getProposalRow(scope, id)
  await getTicket(scope, row.ticketId)
  if (row.state !== 'open') throw new AppError('ERR_PROPOSAL_DECIDED', { state: row.state })
  return row
}

async function storeDecision(scope: Scope, { id }: ProposalRow, state: ProposalState, messageId: number | null) {
  const decision = { id, state, messageId, userId: scope.viewer.userId, now: new Date().toISOString() }
  const isFirst = await scope.db.first(decide, decision)
  if (!isFirst) throw new AppError('ERR_PROPOSAL_DECIDED')
  return publishProposal(scope, id)
}

async function publishProposal(scope: Scope, id: number): Promise<Proposal> {
  const proposal = toProposal(await getProposalRow(scope, id))
  scope.publish('proposal', { action: 'update', proposal, ticket: await getTicket(scope, proposal.ticketId) })
  return proposal
}
