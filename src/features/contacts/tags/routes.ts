import { Elysia, t } from 'elysia'
import { Deleted, documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { LaneOrder, Tag, TagInput, TagQuery } from './model'
import { getTag, listAllTags, listLanes, listTags } from './read'
import { createTag, deleteTag, orderLanes, updateTag } from './service'

/** `lista` is a name of the API that clients know (docs/behaviour.md, "Names and values on the wire"). */
const Lanes = t.Object({ lista: t.Array(Tag) })

export const tagRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/tags', ({ scope, query }) => listTags(scope, query), {
      auth: true,
      query: TagQuery,
      detail: documentResponse(t.Object({ tags: t.Array(Tag), ...pageFields })),
    })
    .get('/tags/list', async ({ scope }) => ({ tags: await listAllTags(scope) }), {
      auth: true,
      detail: documentResponse(t.Object({ tags: t.Array(Tag) })),
    })
    .get('/tags/kanban', async ({ scope }) => ({ lista: await listLanes(scope) }), {
      plan: 'useKanban',
      detail: documentResponse(Lanes),
    })
    .put('/tags/kanban', async ({ scope, body }) => ({ lista: await orderLanes(scope, body.tags) }), {
      can: 'tag:kanban',
      plan: 'useKanban',
      body: LaneOrder,
      detail: documentResponse(Lanes),
    })
    .get('/tags/:id', ({ scope, params }) => getTag(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Tag),
    })
    .post('/tags', ({ scope, body, plan }) => createTag(scope, body, plan.useKanban), {
      auth: true,
      body: TagInput,
      detail: documentResponse(Tag),
    })
    .put('/tags/:id', ({ scope, params, body, plan }) => updateTag(scope, params.id, body, plan.useKanban), {
      auth: true,
      params,
      body: changeOf(TagInput),
      detail: documentResponse(Tag),
    })
    .delete('/tags/:id', ({ scope, params }) => deleteTag(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Deleted),
    })
