import { Elysia } from 'elysia'
import { bodyLimits } from './body-limits'
import { errorHandler, normalize } from './core/http/errors'
import { securityHeaders } from './core/http/headers'
import type { Hub } from './core/http/hub'
import { prepareLazily } from './core/http/lazy-routes'
import { acceptLooseRequests } from './core/http/loose-requests'
import type { Ports } from './core/ports'
import type { Authenticator } from './features/accounts/auth/authenticator'
import { accountsRoutes } from './features/accounts/routes'
import type { Online } from './features/accounts/users/online'
import type { Routes } from './features/api/openapi/document'
import { socketLimits, socketRoutes } from './features/api/realtime/socket'
import { apiRoutes } from './features/api/routes'
import { automationRoutes } from './features/automation/routes'
import { campaignsRoutes } from './features/campaigns/routes'
import { contactsRoutes } from './features/contacts/routes'
import { inboxRoutes } from './features/inbox/routes'
import { numbersRoutes } from './features/numbers/routes'
import { mediaRoutes } from './features/platform/media/routes'
import { platformRoutes } from './features/platform/routes'
import { providerRoutes } from './features/provider/routes'
import { endSupportOf } from './features/provider/support/service'

/** Parts of the process that routes use; built by `assemble.ts` and by the tests. */
export interface Services {
  ports: Ports
  hub: Hub
  auth: Authenticator
  online: Online
  publicUrl: string
  version: string
  /** True in `balcao demo`: the interface says on every screen that nothing leaves the machine. */
  demo: boolean
  /** Page of a simulated WhatsApp, to which the interface links; null with the real one. */
  simulatorUrl: string | null
}

/** CONTRACT 1, HTTP: every feature's routes. */
export const createApp = (services: Services) => {
  const { auth } = services
  const whole: Routes = { routes: [] }
  // By default Elysia assumes a host name of four or more letters and reads `/zz/api` on host `crm` as `/api`.
  const handler = { standardHostname: false }
  const app = acceptLooseRequests(prepareLazily(new Elysia({ websocket: socketLimits, normalize, handler })))
    .use(securityHeaders(services.publicUrl, bodyLimits))
    .use(errorHandler)
    .use(socketRoutes(services))
    .use(mediaRoutes(auth, services.ports.media))
    .use(accountsRoutes({ ...services, endSupport: (superId) => endSupportOf(auth.platform, superId) }))
    .use(apiRoutes(auth, whole, services.version))
    .use(providerRoutes(services))
    .use(platformRoutes(auth))
    .use(numbersRoutes(auth))
    .use(automationRoutes(auth))
    .use(campaignsRoutes(auth))
    .use(contactsRoutes(auth))
    .use(inboxRoutes(auth))
  whole.routes = (app as unknown as Routes).routes
  return app
}

/** The interface imports this type and nothing else from the server's routes. */
export type App = ReturnType<typeof createApp>
