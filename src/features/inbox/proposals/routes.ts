import { Elysia, t } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { Proposal, ProposalToSend } from './model'
import { discardProposal, listProposals, sendProposal } from './service'

/** Answers that programs propose. People decide about them: no key reaches a decision (`shared/key-scopes.ts`). */
export const proposalRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get(
      '/tickets/:id/proposals',
      async ({ scope, params }) => ({ proposals: await listProposals(scope, params.id) }),
      {
        auth: true,
        params,
        detail: documentResponse(t.Object({ proposals: t.Array(Proposal) })),
      },
    )
    .post('/message-proposals/:id/send', ({ scope, params, body }) => sendProposal(scope, params.id, body.body), {
      auth: true,
      params,
      body: ProposalToSend,
      detail: documentResponse(Proposal),
    })
    .post('/message-proposals/:id/discard', ({ scope, params }) => discardProposal(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Proposal),
    })
