import { Elysia } from 'elysia'
import { documentResponse } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { TicketViews } from './model'
import { listTicketViews, replaceTicketViews } from './service'

/** Routes of the acting user's own views. */
export const ticketViewRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/ticket-views' })
    .use(guard(auth))
    .get('/', ({ scope }) => listTicketViews(scope), { auth: true, detail: documentResponse(TicketViews) })
    .put('/', ({ scope, body }) => replaceTicketViews(scope, body), {
      auth: true,
      body: TicketViews,
      detail: documentResponse(TicketViews),
    })
