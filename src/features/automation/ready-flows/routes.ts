import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { Flow } from '../flows/model'
import { ReadyFlowInput, ReadyFlowItem, ReadyFlowQuery } from './model'
import { createReadyFlow, listReadyFlows } from './service'

const access = { can: 'flow:edit', plan: 'useIntegrations' } as const

/** Gallery of ready-made flows. */
export const readyFlowRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/flowbuilder/ready-made' })
    .use(guard(auth))
    .get('/', ({ query }) => ({ flows: listReadyFlows(query.language) }), {
      ...access,
      query: ReadyFlowQuery,
      response: t.Object({ flows: t.Array(ReadyFlowItem) }),
    })
    .post('/', ({ scope, body }) => createReadyFlow(scope, body), { ...access, body: ReadyFlowInput, response: Flow })
