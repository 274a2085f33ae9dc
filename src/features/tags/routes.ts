import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../core/http/guard'
import { atLeastOneField, idParams as params } from '../../core/http/schemas'
import { Deleted, documentResponse, pageFields } from '../openapi/model'
import { Ticket } from '../tickets/model'
import { listBoard } from './board'
import { BoardQuery, LaneOrder, Tag, TagInput, TagQuery, TagSync } from './model'
import { getTag, listAllTags, listLanes, listTags } from './read'
import { createTag, deleteTag, orderLanes, updateTag } from './service'
import { addTag, removeFromLanes, syncTags } from './ticket-tags'

/** The field is named `lista` in the specification. */
const Lanes = t.Object({ lista: t.Array(Tag) })

const id = t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const ofTicket = t.Object({ ticketId: id })
const onTicket = t.Object({ ticketId: id, tagId: id })

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
    .post('/tags/sync', ({ scope, body }) => syncTags(scope, body), {
      auth: true,
      body: TagSync,
      detail: documentResponse(Ticket),
    })
    .put('/tags/:id', ({ scope, params, body, plan }) => updateTag(scope, params.id, body, plan.useKanban), {
      auth: true,
      params,
      body: t.Partial(TagInput, atLeastOneField),
      detail: documentResponse(Tag),
    })
    .delete('/tags/:id', ({ scope, params }) => deleteTag(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Deleted),
    })
    .get('/ticket/kanban', ({ scope, query }) => listBoard(scope, query), {
      plan: 'useKanban',
      query: BoardQuery,
      detail: documentResponse(t.Object({ tickets: t.Array(Ticket), ...pageFields })),
    })
    .put(
      '/ticket-tags/:ticketId/:tagId',
      ({ scope, params, plan }) => addTag(scope, params.ticketId, params.tagId, plan.useKanban),
      { auth: true, params: onTicket, detail: documentResponse(Ticket) },
    )
    .delete('/ticket-tags/:ticketId', ({ scope, params }) => removeFromLanes(scope, params.ticketId), {
      plan: 'useKanban',
      params: ofTicket,
      detail: documentResponse(Ticket),
    })
