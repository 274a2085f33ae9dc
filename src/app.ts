import { Elysia } from 'elysia'
import { errors } from './core/http'
import { type RateLimits, rateLimits } from './core/rate-limit'
import type { Hub } from './core/realtime'
import type { Ports } from './core/scope'
import type { Callers } from './features/auth/callers'
import { authRoutes } from './features/auth/routes'
import { planRoutes } from './features/plans/routes'
import { settingRoutes } from './features/settings/routes'
import { systemRoutes } from './features/system/routes'
import { userRoutes } from './features/users/routes'
import { limits as sizes } from './shared/limits'

/** What the routes need of the process; made by `main.ts`, and by the tests. */
export interface Services {
  ports: Ports
  hub: Hub
  auth: Callers
  /** Left out: the usual ones. */
  limits?: RateLimits
  publicUrl: string
  version: string
  /** True in `balcao demo`: the interface says on every screen that nothing leaves the machine. */
  demo: boolean
}

/** Everything under /api: one line per feature. */
const api = (services: Services) => {
  const { auth, limits = rateLimits() } = services
  return new Elysia({ prefix: '/api' })
    .use(systemRoutes(auth.platform, services))
    .use(authRoutes({ ...services, limits }))
    .use(planRoutes(auth.platform))
    .use(userRoutes(auth))
    .use(settingRoutes(auth))
}

/** CONTRACT 1, HTTP: every feature's routes. */
export const createApp = (services: Services) =>
  new Elysia({ serve: { maxRequestBodySize: sizes.body } }).use(errors).use(api(services))

/** The interface imports this type and nothing else from the server's routes. */
export type App = ReturnType<typeof createApp>
