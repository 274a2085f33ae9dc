import { Elysia, t } from 'elysia'
import { Deleted, Done, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { createTicket, deleteTicket } from './create'
import { listHistory } from './history/history'
import { countFilters } from './list/filter-counts'
import { listTickets } from './list/list'
import {
  AcceptNextQuery,
  FilterCounts,
  FilterCountsQuery,
  NewTicket,
  NextTicket,
  Snooze,
  Ticket,
  TicketHistory,
  TicketPage,
  TicketPatch,
  TicketQuery,
} from './model'
import { pinTicket, unpinTicket } from './pins'
import { showTyping } from './presence'
import { getTicket, getTicketByUuid } from './read'
import { readTicket, unreadTicket } from './read-state'
import { acceptNextTicket } from './state/accept-next'
import { changeTicket } from './state/change'
import { snoozeTicket, unsnoozeTicket } from './state/snooze'

const uuid = t.Object({ uuid: t.String({ maxLength: 40 }) })
const presence = t.Object({ presence: t.UnionEnum(['composing', 'recording', 'paused'], { default: undefined }) })

export const ticketRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/tickets' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listTickets(scope, query), {
      auth: true,
      query: TicketQuery,
      detail: documentResponse(TicketPage),
    })
    .post('/', ({ scope, body }) => createTicket(scope, body), {
      auth: true,
      body: NewTicket,
      detail: documentResponse(Ticket),
    })
    .post('/accept-next', async ({ scope, query }) => ({ ticket: await acceptNextTicket(scope, query) }), {
      auth: true,
      query: AcceptNextQuery,
      detail: documentResponse(NextTicket),
    })
    .get('/filter-counts', ({ scope, query }) => countFilters(scope, query), {
      auth: true,
      query: FilterCountsQuery,
      detail: documentResponse(FilterCounts),
    })
    .get('/:id', ({ scope, params }) => getTicket(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Ticket),
    })
    .get('/:id/events', ({ scope, params }) => listHistory(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(TicketHistory),
    })
    .get('/u/:uuid', ({ scope, params }) => getTicketByUuid(scope, params.uuid), {
      auth: true,
      params: uuid,
      detail: documentResponse(Ticket),
    })
    .put('/:id', ({ scope, params, body }) => changeTicket(scope, params.id, body), {
      auth: true,
      params,
      body: TicketPatch,
      detail: documentResponse(Ticket),
    })
    .post('/:id/read', ({ scope, params }) => readTicket(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Ticket),
    })
    .post('/:id/unread', ({ scope, params }) => unreadTicket(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Ticket),
    })
    .put('/:id/pin', ({ scope, params }) => pinTicket(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Ticket),
    })
    .delete('/:id/pin', ({ scope, params }) => unpinTicket(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Ticket),
    })
    .put('/:id/snooze', ({ scope, params, body }) => snoozeTicket(scope, params.id, body.until), {
      auth: true,
      params,
      body: Snooze,
      detail: documentResponse(Ticket),
    })
    .delete('/:id/snooze', ({ scope, params }) => unsnoozeTicket(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Ticket),
    })
    .post(
      '/:id/typing',
      async ({ scope, params, body }) => {
        await showTyping(scope, params.id, body.presence)
        return { ok: true }
      },
      { auth: true, params, body: presence, detail: documentResponse(Done) },
    )
    .delete('/:id', ({ scope, params }) => deleteTicket(scope, params.id), {
      can: 'ticket:delete',
      params,
      detail: documentResponse(Deleted),
    })
