import { Elysia } from 'elysia'
import { Deleted, documentFileResponse, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { exportOptOuts } from './export'
import { listOptOuts } from './list'
import { OptOut, OptOutImport, OptOutImportResult, OptOutInput, OptOutPage, OptOutQuery, OptOutRemoval } from './model'
import { addOptOut, deleteOptOut, importOptOuts } from './service'

const plan = 'useCampaigns'

/** Register of people who want no campaigns. Every user may enter a person; only who edits campaigns may remove one. */
export const optOutRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/opt-outs' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listOptOuts(scope, query), {
      ...{ can: 'campaign:view', plan },
      query: OptOutQuery,
      detail: documentResponse(OptOutPage),
    })
    .get('/export', ({ scope }) => exportOptOuts(scope), {
      ...{ can: 'campaign:export', plan },
      detail: documentFileResponse('text/csv'),
    })
    .post('/', ({ scope, body }) => addOptOut(scope, body), {
      plan,
      body: OptOutInput,
      detail: documentResponse(OptOut),
    })
    .post('/import', ({ scope, body }) => importOptOuts(scope, body), {
      ...{ can: 'campaign:edit', plan },
      body: OptOutImport,
      detail: documentResponse(OptOutImportResult),
    })
    .delete('/:id', ({ scope, params, body }) => deleteOptOut(scope, params.id, body), {
      ...{ can: 'campaign:edit', plan },
      params,
      body: OptOutRemoval,
      detail: documentResponse(Deleted),
    })
