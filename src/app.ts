import { Elysia } from 'elysia'
import { security } from './core/headers'
import { errors, normalize } from './core/http'
import type { Hub } from './core/realtime'
import type { Ports } from './core/scope'
import type { Callers } from './features/auth/callers'
import { authRoutes } from './features/auth/routes'
import { companyRoutes } from './features/companies/routes'
import { connectionRoutes } from './features/connections/routes'
import { contactRoutes } from './features/contacts/routes'
import { mediaRoutes } from './features/media/routes'
import { messageRoutes } from './features/messages/routes'
import { planRoutes } from './features/plans/routes'
import { queueRoutes } from './features/queues/routes'
import { socketLimits, socketRoutes } from './features/realtime/socket'
import { settingRoutes } from './features/settings/routes'
import { systemRoutes } from './features/system/routes'
import { ticketRoutes } from './features/tickets/routes'
import { userRoutes } from './features/users/routes'

/** What the routes need of the process; made by `main.ts`, and by the tests. */
export interface Services {
  ports: Ports
  hub: Hub
  auth: Callers
  publicUrl: string
  version: string
  /** True in `balcao demo`: the interface says on every screen that nothing leaves the machine. */
  demo: boolean
}

/** Everything under /api: one line per feature. */
const api = (services: Services) => {
  const { auth } = services
  return new Elysia({ prefix: '/api' })
    .use(systemRoutes(auth.platform, services))
    .use(authRoutes(services))
    .use(companyRoutes(services))
    .use(planRoutes(auth.platform))
    .use(userRoutes(auth))
    .use(settingRoutes(auth))
    .use(ticketRoutes(auth))
    .use(messageRoutes(auth))
    .use(contactRoutes(auth))
    .use(connectionRoutes(auth))
    .use(queueRoutes(auth))
}

/** CONTRACT 1, HTTP: every feature's routes. */
export const createApp = (services: Services) =>
  new Elysia({ websocket: socketLimits, normalize })
    .use(security(services.publicUrl))
    .use(errors)
    .use(socketRoutes(services))
    .use(mediaRoutes(services.auth, services.ports.media))
    .use(api(services))

/** The interface imports this type and nothing else from the server's routes. */
export type App = ReturnType<typeof createApp>
