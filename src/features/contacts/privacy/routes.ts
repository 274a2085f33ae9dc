import { Elysia, t } from 'elysia'
import { documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { eraseContact } from './erase'
import { EraseInput, Erasure, ErasureQuery } from './model'
import { listErasures } from './proof'

export const privacyRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/erasures', ({ scope, query }) => listErasures(scope, query), {
      can: 'privacy:edit',
      query: ErasureQuery,
      detail: documentResponse(t.Object({ erasures: t.Array(Erasure), ...pageFields })),
    })
    .post('/contacts/:id/erase', ({ scope, params, body }) => eraseContact(scope, params.id, body), {
      can: 'privacy:erase',
      params,
      body: EraseInput,
      detail: documentResponse(Erasure),
    })
