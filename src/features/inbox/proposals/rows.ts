import type { Scope } from '../../../core/scope'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import type { Proposal } from './model'

const proposalRows = (db: Tables) =>
  db
    .select('message_proposals')
    .innerJoin('api_keys', 'api_keys.id', 'message_proposals.apiKeyId')
    .leftJoin('users', 'users.id', 'message_proposals.decidedBy')
    .select(['message_proposals.id', 'ticketId', 'apiKeyId', 'api_keys.name as key', 'body', 'state', 'messageId'])
    .select(['message_proposals.decidedBy as decidedById', 'users.name as decidedByName', 'decidedAt'])
    .select('message_proposals.createdAt')

const byId = hot<{ id: number }>()((db, p) => proposalRows(db).where('message_proposals.id', '=', p('id')))
const openOf = hot<{ ticketId: number }>()((db, p) =>
  proposalRows(db)
    .where('message_proposals.ticketId', '=', p('ticketId'))
    .where('state', '=', 'open')
    .orderBy('message_proposals.id'),
)
/** Most proposals whose end is told when their key is revoked; the others are seen when a conversation is opened again. */
const maxTold = 200
const openOfKey = hot<{ apiKeyId: number; limit: number }>()((db, p) =>
  proposalRows(db)
    .where('apiKeyId', '=', p('apiKeyId'))
    .where('state', '=', 'open')
    .orderBy('message_proposals.id', 'desc')
    .limit(p('limit')),
)
const byRequest = hot<{ apiKeyId: number; requestId: string }>()((db, p) =>
  proposalRows(db).where('apiKeyId', '=', p('apiKeyId')).where('requestId', '=', p('requestId')),
)
export type ProposalRow = NonNullable<(typeof byId)['row']>

/** Returns the row of a proposal of this company. @throws ERR_NO_PROPOSAL_FOUND, also for another company's */
export async function getProposalRow(scope: Scope, id: number): Promise<ProposalRow> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_PROPOSAL_FOUND')
  return row
}

/** Open proposals of a ticket, oldest first; `limits.openProposals` bounds their number. */
export const openProposalRows = (scope: Scope, ticketId: number): Promise<ProposalRow[]> =>
  scope.db.run(openOf, { ticketId })

/** The newest open proposals of a key. */
export const openProposalsOfKey = (scope: Scope, apiKeyId: number): Promise<ProposalRow[]> =>
  scope.db.run(openOfKey, { apiKeyId, limit: maxTold })

/** The proposal, in any state, that a request of a key has made. */
export const findProposalOfRequest = (scope: Scope, apiKeyId: number, requestId: string) =>
  scope.db.first(byRequest, { apiKeyId, requestId })

export const toProposal = ({ apiKeyId: _, decidedById, decidedByName, ...row }: ProposalRow): Proposal => ({
  ...row,
  decidedBy: decidedById === null || decidedByName === null ? null : { id: decidedById, name: decidedByName },
})
