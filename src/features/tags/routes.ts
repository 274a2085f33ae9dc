import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params, something } from '../../core/http'
import { listBoard } from './board'
import { BoardQuery, LaneOrder, TagInput, TagQuery, TagSync } from './model'
import { getTag, listAllTags, listLanes, listTags } from './read'
import { createTag, deleteTag, orderLanes, updateTag } from './service'
import { leaveLanes, putTag, syncTags } from './ticket-tags'

const id = t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const ofTicket = t.Object({ ticketId: id })
const onTicket = t.Object({ ticketId: id, tagId: id })

export const tagRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/tags', ({ scope, query }) => listTags(scope, query), { auth: true, query: TagQuery })
    .get('/tags/list', ({ scope }) => ({ tags: listAllTags(scope) }), { auth: true })
    .get('/tags/kanban', ({ scope }) => ({ lista: listLanes(scope) }), { plan: 'useKanban' })
    .put('/tags/kanban', async ({ scope, body }) => ({ lista: await orderLanes(scope, body.tags) }), {
      can: 'tag:kanban',
      plan: 'useKanban',
      body: LaneOrder,
    })
    .get('/tags/:id', ({ scope, params }) => getTag(scope, params.id), { auth: true, params })
    .post('/tags', ({ scope, body }) => createTag(scope, body), { auth: true, body: TagInput })
    .post('/tags/sync', ({ scope, body }) => syncTags(scope, body), { auth: true, body: TagSync })
    .put('/tags/:id', ({ scope, params, body }) => updateTag(scope, params.id, body), {
      auth: true,
      params,
      body: t.Partial(TagInput, something),
    })
    .delete('/tags/:id', ({ scope, params }) => deleteTag(scope, params.id), { auth: true, params })
    .get('/ticket/kanban', ({ scope, query }) => listBoard(scope, query), { plan: 'useKanban', query: BoardQuery })
    .put('/ticket-tags/:ticketId/:tagId', ({ scope, params }) => putTag(scope, params.ticketId, params.tagId), {
      plan: 'useKanban',
      params: onTicket,
    })
    .delete('/ticket-tags/:ticketId', ({ scope, params }) => leaveLanes(scope, params.ticketId), {
      plan: 'useKanban',
      params: ofTicket,
    })
