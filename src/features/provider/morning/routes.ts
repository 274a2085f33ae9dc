import { Elysia, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { listCompanyLines } from './companies'
import { readWish, setWish } from './mail/settings'
import { CompanyLine, CompanyLineQuery, Morning, OverviewWish, OverviewWishInput } from './model'
import { readMorning } from './read'

/** The provider's daily overview. */
export const morningRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/morning' })
    .use(guard(auth))
    .get('/', ({ scope, platform }) => readMorning(scope, platform), { super: true, response: Morning })
    .get('/mail', ({ scope }) => readWish(scope), { super: true, response: OverviewWish })
    .put('/mail', ({ scope, body }) => setWish(scope, body), {
      super: true,
      lasting: true,
      body: OverviewWishInput,
      response: OverviewWish,
    })
    .get('/companies', ({ scope, platform, query }) => listCompanyLines(scope, platform, query), {
      super: true,
      query: CompanyLineQuery,
      response: t.Object({ companies: t.Array(CompanyLine), ...pageFields }),
    })
