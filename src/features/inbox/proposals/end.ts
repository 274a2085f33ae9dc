import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { findTicketRows, type TicketRow, toTicket } from '../tickets/read'
import { openProposalRows, openProposalsOfKey, toProposal } from './rows'

const endOf = hot<{ ticketId: number; now: string }>()((db, p) =>
  db
    .update('message_proposals')
    .set({ state: 'ended', decidedAt: p('now') })
    .where('ticketId', '=', p('ticketId'))
    .where('state', '=', 'open'),
)

/**
 * Ends the open proposals of a ticket that was closed, returned or transferred to a queue, where its next holder decides
 * what to answer. Call within the transaction of the change.
 */
export async function endProposals(scope: Scope, row: TicketRow) {
  const open = await openProposalRows(scope, row.id)
  if (open.length === 0) return
  const decidedAt = new Date().toISOString()
  await scope.db.run(endOf, { ticketId: row.id, now: decidedAt })
  const ticket = toTicket(scope, row)
  for (const proposal of open)
    scope.publish('proposal', {
      action: 'update',
      proposal: { ...toProposal(proposal), state: 'ended', decidedAt },
      ticket,
    })
}

/**
 * Tells the people of the conversations that the open proposals of a key end, because it is revoked: the rows are deleted
 * with it. Call within the transaction, before the key is deleted.
 */
export async function publishEndsOfKey(scope: Scope, apiKeyId: number) {
  const decidedAt = new Date().toISOString()
  const open = await openProposalsOfKey(scope, apiKeyId)
  const tickets = await findTicketRows(scope, new Set(open.map(({ ticketId }) => ticketId)))
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  for (const row of open) {
    const ticket = byId.get(row.ticketId)
    const proposal = { ...toProposal(row), state: 'ended' as const, decidedAt }
    if (ticket) scope.publish('proposal', { action: 'update', proposal, ticket: toTicket(scope, ticket) })
  }
}
