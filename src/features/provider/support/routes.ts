import { Elysia, t } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import type { AuthServices } from '../../accounts/auth/routes'
import { companyScope } from '../data-transfer/service'
import { SupportAnswer, SupportGrant, SupportInput, SupportVisit, VisitReport } from './model'
import { endSupport, listSupport, startSupport } from './service'
import { listVisits, reportOwnVisit, reportVisit } from './visits'

export const supportRoutes = ({ auth }: AuthServices) =>
  new Elysia()
    .use(guard(auth))
    .post('/companies/:id/support', ({ scope, params, body }) => startSupport(scope, auth, params.id, body), {
      super: true,
      params,
      body: SupportInput,
      response: SupportAnswer,
    })
    .get(
      '/companies/:id/support',
      async ({ scope, platform, params }) => ({
        report: await reportOwnVisit(await companyScope(platform, scope, params.id), scope.viewer.userId),
      }),
      { super: true, params, detail: documentResponse(t.Object({ report: t.Nullable(VisitReport) })) },
    )
    .get('/support', async ({ scope }) => ({ grants: await listSupport(scope) }), {
      auth: true,
      response: t.Object({ grants: t.Array(SupportGrant) }),
    })
    .get('/support/visits', async ({ scope }) => ({ visits: await listVisits(scope) }), {
      can: 'audit:view',
      response: t.Object({ visits: t.Array(SupportVisit) }),
    })
    .get('/support/:id', ({ scope, params }) => reportVisit(scope, params.id), {
      can: 'audit:view',
      params,
      detail: documentResponse(VisitReport),
    })
    .delete('/support/:id', ({ scope, params }) => endSupport(scope, params.id), {
      can: 'settings:edit',
      params,
      response: SupportGrant,
    })
