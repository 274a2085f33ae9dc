import { Elysia } from 'elysia'
import { Done } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { getTicket } from '../../../inbox/tickets/read'
import { FlowRun, FlowRuns, FlowStartInput, StartableFlows } from './model'
import { listRuns, listStartable } from './read'
import { endByHand, startByHand } from './start/by-hand'

/** Flows in tickets: those that ran, and their beginning and end by hand. */
export const flowRunRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/flow-runs/flows', async ({ scope }) => ({ flows: await listStartable(scope) }), {
      auth: true,
      plan: 'useIntegrations',
      response: StartableFlows,
    })
    .get(
      '/tickets/:id/flow',
      async ({ scope, params }) => ({ runs: await listRuns(scope, (await getTicket(scope, params.id)).id) }),
      { auth: true, params, response: FlowRuns },
    )
    .post('/tickets/:id/flow', ({ scope, params, body }) => startByHand(scope, params.id, body.flowId), {
      auth: true,
      plan: 'useIntegrations',
      params,
      body: FlowStartInput,
      response: FlowRun,
    })
    .delete(
      '/tickets/:id/flow',
      async ({ scope, params }) => {
        await endByHand(scope, params.id)
        return { ok: true as const }
      },
      { auth: true, params, response: Done },
    )
