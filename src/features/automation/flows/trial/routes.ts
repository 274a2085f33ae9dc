import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import type { Scope } from '../../../../core/scope'
import { getFlow } from '../read'
import { TrialFields, TrialProgramAnswer, TrialPrompt, TrialRequest, TrialRequestResult, TrialTypebot } from './model'
import { tryPrompt, tryTypebot } from './programs'
import { tryFields, tryRequest } from './try-request'

const access = { can: 'flow:edit', plan: 'useIntegrations', params } as const

/** Calls to services that a trial of a flow makes; the trial itself runs in the browser (ADR 0048). */
export const flowTrialRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/flowbuilder/flow/:id/try' })
    .use(guard(auth))
    .post('/request', ({ scope, params, body }) => ofFlow(scope, params.id, () => tryRequest(scope, params.id, body)), {
      ...access,
      body: TrialRequest,
      response: TrialRequestResult,
    })
    .post('/fields', ({ scope, params, body }) => ofFlow(scope, params.id, () => tryFields(scope, params.id, body)), {
      ...access,
      body: TrialRequest,
      response: TrialFields,
    })
    .post('/typebot', ({ scope, params, body }) => ofFlow(scope, params.id, () => tryTypebot(scope, body)), {
      ...access,
      body: TrialTypebot,
      response: TrialProgramAnswer,
    })
    .post('/prompt', ({ scope, params, body }) => ofFlow(scope, params.id, () => tryPrompt(scope, params.id, body)), {
      ...access,
      plan: 'useOpenAi',
      body: TrialPrompt,
      response: TrialProgramAnswer,
    })

/** @throws ERR_NO_FLOW_FOUND */
async function ofFlow<T>(scope: Scope, flowId: number, work: () => Promise<T>): Promise<T> {
  await getFlow(scope, flowId)
  return work()
}
