import { Elysia } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { OfContactQuery } from '../../contacts/contacts/model'
import { countBelongings, listTicketsOfContact } from './belongings'
import { Belongings, TicketsOfContact } from './model'

/** Routes of the tickets and messages of a contact. */
export const contactTicketRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/contacts' })
    .use(guard(auth))
    .get('/:id/belongings', ({ scope, params }) => countBelongings(scope, params.id), {
      can: 'contact:delete',
      params,
      detail: documentResponse(Belongings),
    })
    .get('/:id/tickets', ({ scope, params, query }) => listTicketsOfContact(scope, params.id, query), {
      auth: true,
      params,
      query: OfContactQuery,
      detail: documentResponse(TicketsOfContact),
    })
