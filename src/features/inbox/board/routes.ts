import { Elysia, t } from 'elysia'
import { documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { BoardQuery, TagSync } from '../../contacts/tags/model'
import { Ticket } from '../tickets/model'
import { listBoard } from './board'
import { addTag, removeFromLanes, syncTags } from './ticket-tags'

const id = t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const ofTicket = t.Object({ ticketId: id })
const onTicket = t.Object({ ticketId: id, tagId: id })

/** The board of lanes, and the tags of tickets. */
export const boardRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .post('/tags/sync', ({ scope, body }) => syncTags(scope, body), {
      auth: true,
      body: TagSync,
      detail: documentResponse(Ticket),
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
