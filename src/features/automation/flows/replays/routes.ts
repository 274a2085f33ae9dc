import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { listEndedRuns } from './ended-runs'
import { EndedRunPage, EndedRunQuery, FlowReplayResult, ReplayedRunPage, ReplayedRunQuery, ReplayInput } from './model'
import { getReplay, listReplayedRuns, listReplays } from './read'
import { cancelReplay, startReplay } from './start'

const access = { can: 'flow:edit', plan: 'useIntegrations', params } as const

/** Replays of drafts against past conversations (ADR 0050). */
export const flowReplayRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/flowbuilder' })
    .use(guard(auth))
    .post('/flow/:id/replays', ({ scope, params, body }) => startReplay(scope, params.id, body), {
      ...access,
      body: ReplayInput,
      response: FlowReplayResult,
    })
    .get('/flow/:id/replays', async ({ scope, params }) => ({ replays: await listReplays(scope, params.id) }), {
      ...access,
      response: t.Object({ replays: t.Array(FlowReplayResult) }),
    })
    .get('/flow/:id/runs', ({ scope, params, query }) => listEndedRuns(scope, params.id, query.cursor), {
      ...access,
      query: EndedRunQuery,
      response: EndedRunPage,
    })
    .get('/replays/:id', ({ scope, params }) => getReplay(scope, params.id), { ...access, response: FlowReplayResult })
    .get('/replays/:id/runs', ({ scope, params, query }) => listReplayedRuns(scope, params.id, query), {
      ...access,
      query: ReplayedRunQuery,
      response: ReplayedRunPage,
    })
    .post('/replays/:id/cancel', ({ scope, params }) => cancelReplay(scope, params.id), {
      ...access,
      response: FlowReplayResult,
    })
