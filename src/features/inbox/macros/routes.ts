import { Elysia } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { Ticket } from '../tickets/model'
import { TicketActions } from './model'
import { runActions } from './run'

export const macroRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/tickets' })
    .use(guard(auth))
    .post('/:id/actions', ({ scope, params, body }) => runActions(scope, params.id, body), {
      auth: true,
      params,
      body: TicketActions,
      detail: documentResponse(Ticket),
    })
