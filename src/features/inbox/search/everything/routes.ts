import { Elysia } from 'elysia'
import { documentResponse } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { SearchQuery, SearchResult } from './model'
import { searchEverything } from './service'

export const searchRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/search' }).use(guard(auth)).get('/', ({ scope, query }) => searchEverything(scope, query), {
    auth: true,
    query: SearchQuery,
    detail: documentResponse(SearchResult),
  })
