import { Elysia, t } from 'elysia'
import { guard } from '../../core/http/guard'
import { idParams as params } from '../../core/http/schemas'
import type { AuthServices } from '../auth/routes'
import { SupportAnswer, SupportGrant, SupportInput } from './model'
import { endSupport, listSupport, startSupport } from './service'

export const supportRoutes = ({ auth }: AuthServices) =>
  new Elysia()
    .use(guard(auth))
    .post('/companies/:id/support', ({ scope, params, body }) => startSupport(scope, auth, params.id, body), {
      super: true,
      params,
      body: SupportInput,
      response: SupportAnswer,
    })
    .get('/support', async ({ scope }) => ({ grants: await listSupport(scope) }), {
      auth: true,
      response: t.Object({ grants: t.Array(SupportGrant) }),
    })
    .delete('/support/:id', ({ scope, params }) => endSupport(scope, params.id), {
      can: 'settings:edit',
      params,
      response: SupportGrant,
    })
