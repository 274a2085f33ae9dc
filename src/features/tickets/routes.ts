import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params } from '../../core/http'
import { changeTicket } from './change'
import { createTicket, deleteTicket } from './create'
import { listHistory } from './history'
import { listTickets } from './list'
import { NewTicket, TicketPatch, TicketQuery } from './model'
import { pinTicket, unpinTicket } from './pins'
import { typing } from './presence'
import { getTicket, getTicketByUuid } from './read'
import { readTicket, unreadTicket } from './reading'

const uuid = t.Object({ uuid: t.String({ maxLength: 40 }) })
const presence = t.Object({ presence: t.UnionEnum(['composing', 'recording', 'paused'], { default: undefined }) })

export const ticketRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/tickets' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listTickets(scope, query), { auth: true, query: TicketQuery })
    .post('/', ({ scope, body }) => createTicket(scope, body), { auth: true, body: NewTicket })
    .get('/:id', ({ scope, params }) => getTicket(scope, params.id), { auth: true, params })
    .get('/:id/events', ({ scope, params }) => listHistory(scope, params.id), { auth: true, params })
    .get('/u/:uuid', ({ scope, params }) => getTicketByUuid(scope, params.uuid), { auth: true, params: uuid })
    .put('/:id', ({ scope, params, body }) => changeTicket(scope, params.id, body), {
      auth: true,
      params,
      body: TicketPatch,
    })
    .post('/:id/read', ({ scope, params }) => readTicket(scope, params.id), { auth: true, params })
    .post('/:id/unread', ({ scope, params }) => unreadTicket(scope, params.id), { auth: true, params })
    .put('/:id/pin', ({ scope, params }) => pinTicket(scope, params.id), { auth: true, params })
    .delete('/:id/pin', ({ scope, params }) => unpinTicket(scope, params.id), { auth: true, params })
    .post(
      '/:id/typing',
      ({ scope, params, body }) => {
        typing(scope, params.id, body.presence)
        return { ok: true }
      },
      { auth: true, params, body: presence },
    )
    .delete('/:id', ({ scope, params }) => deleteTicket(scope, params.id), { can: 'ticket:delete', params })
