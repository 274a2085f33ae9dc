import { Elysia } from 'elysia'
import { documentResponse } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { Ticket } from '../model'
import { TicketTransfer } from './model'
import { transferWithNote } from './transfer'

export const transferRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/tickets' })
    .use(guard(auth))
    .post('/:id/transfer', ({ scope, params, body }) => transferWithNote(scope, params.id, body), {
      auth: true,
      params,
      body: TicketTransfer,
      detail: documentResponse(Ticket),
    })
