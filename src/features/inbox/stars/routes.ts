import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { Star, StarQuery, StarredMessages } from './model'
import { listStars, setStar } from './service'

/** Starred messages of the acting user; `id` is the message's. */
export const starRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/stars' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listStars(scope, query), {
      auth: true,
      query: StarQuery,
      response: StarredMessages,
    })
    .put('/:id', ({ scope, params }) => setStar(scope, params.id, true), { auth: true, params, response: Star })
    .delete('/:id', ({ scope, params }) => setStar(scope, params.id, false), { auth: true, params, response: Star })
