import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { listStalledJobs } from './list'
import { StalledJob } from './model'

/** Alerts of the provider about work that stopped the process. */
export const stallRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/stalls' })
    .use(guard(auth))
    .get('/', async ({ platform }) => ({ jobs: await listStalledJobs(platform) }), {
      super: true,
      response: t.Object({ jobs: t.Array(StalledJob) }),
    })
