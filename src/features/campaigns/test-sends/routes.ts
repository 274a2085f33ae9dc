import { Elysia, t } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { TestInput } from '../campaign/model'
import { sendTest } from './send-test'

/** Routes that send messages of a campaign to its authors, before it starts. */
export const campaignTestRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/campaigns' })
    .use(guard(auth))
    .post('/:id/test', ({ scope, params, body }) => sendTest(scope, params.id, body), {
      can: 'campaign:edit',
      plan: 'useCampaigns',
      params,
      body: TestInput,
      detail: documentResponse(t.Object({ ticketId: t.Number() })),
    })
