import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import type { Scope } from '../../../../core/scope'
import { getFlow } from '../read'
import { makeRequest } from '../runs/request'
import { openHeader } from '../secrets'
import { TrialProgramAnswer, TrialPrompt, TrialRequest, TrialRequestResult, TrialTypebot } from './model'
import { tryPrompt, tryTypebot } from './programs'

const access = { can: 'flow:edit', plan: 'useIntegrations', params } as const

/** Calls to services that a trial of a flow makes; the trial itself runs in the browser (ADR 0048). */
export const flowTrialRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/flowbuilder/flow/:id/try' })
    .use(guard(auth))
    .post('/request', ({ scope, params, body }) => tryRequest(scope, params.id, body), {
      ...access,
      body: TrialRequest,
      response: TrialRequestResult,
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

/** Makes a request as a run would, with the stored secrets of its headers. @throws ERR_NO_FLOW_FOUND, ERR_BUDGET */
const tryRequest = (scope: Scope, flowId: number, { headers, ...request }: TrialRequest) =>
  ofFlow(scope, flowId, async () => {
    scope.ports.budgets.spend('trialCall', { companyId: scope.companyId })
    const opened = await Array.fromAsync(
      headers,
      async ({ name, value }): Promise<[string, string]> => [name, await openHeader(scope, flowId, value, request.url)],
    )
    return makeRequest(scope, { ...request, headers: opened })
  })
