import { Elysia, t } from 'elysia'
import { documentResponse } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { Draft, DraftInput } from './model'
import { deleteDraft, getDraft, listDrafts, saveDraft } from './service'

/** Routes of the caller's own drafts; `id` is the ticket's. */
export const draftRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/tickets' })
    .use(guard(auth))
    .get('/drafts', async ({ scope }) => ({ drafts: await listDrafts(scope) }), {
      auth: true,
      detail: documentResponse(t.Object({ drafts: t.Array(Draft) })),
    })
    .get('/:id/draft', ({ scope, params }) => getDraft(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Draft),
    })
    .put('/:id/draft', ({ scope, params, body }) => saveDraft(scope, params.id, body), {
      auth: true,
      params,
      body: DraftInput,
      detail: documentResponse(Draft),
    })
    .delete('/:id/draft', ({ scope, params }) => deleteDraft(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Draft),
    })
