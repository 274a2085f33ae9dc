import { Elysia } from 'elysia'
import { Deleted } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { FlowCase, FlowCaseInput, FlowCaseName, FlowCases } from './model'
import { acceptResult, checkDraft, createCase, deleteCase, listCases, renameCase } from './service'

const access = { can: 'flow:edit', plan: 'useIntegrations', params } as const

/** Test cases of flows, which run at every publication (ADR 0050). */
export const flowCaseRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/flowbuilder' })
    .use(guard(auth))
    .get('/flow/:id/cases', ({ scope, params }) => listCases(scope, params.id), { ...access, response: FlowCases })
    .post('/flow/:id/cases', ({ scope, params, body }) => createCase(scope, params.id, body), {
      ...access,
      body: FlowCaseInput,
      response: FlowCase,
    })
    .post('/flow/:id/cases/check', ({ scope, params }) => checkDraft(scope, params.id), {
      ...access,
      response: FlowCases,
    })
    .post('/cases/:id/accept', ({ scope, params }) => acceptResult(scope, params.id), {
      ...access,
      response: FlowCase,
    })
    .put('/cases/:id', ({ scope, params, body }) => renameCase(scope, params.id, body.name), {
      ...access,
      body: FlowCaseName,
      response: FlowCase,
    })
    .delete('/cases/:id', ({ scope, params }) => deleteCase(scope, params.id), { ...access, response: Deleted })
