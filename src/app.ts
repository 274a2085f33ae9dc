import { Elysia, type ElysiaConfig } from 'elysia'
import { security } from './core/headers'
import { errors, normalize } from './core/http'
import type { Hub } from './core/realtime'
import type { Ports } from './core/scope'
import { announcementRoutes } from './features/announcements/routes'
import { auditRoutes } from './features/audit/routes'
import type { Callers } from './features/auth/callers'
import { authRoutes } from './features/auth/routes'
import { chatRoutes } from './features/chats/routes'
import { companyRoutes } from './features/companies/routes'
import { connectionRoutes } from './features/connections/routes'
import { contactRoutes } from './features/contacts/routes'
import { dashboardRoutes } from './features/dashboard/routes'
import { draftRoutes } from './features/drafts/routes'
import { exportRoutes } from './features/exports/routes'
import { fileRoutes } from './features/files/routes'
import { helpRoutes } from './features/helps/routes'
import { invoiceRoutes } from './features/invoices/routes'
import { passwordRoutes } from './features/mail/routes'
import { mediaRoutes } from './features/media/routes'
import { messageRoutes } from './features/messages/routes'
import { noteRoutes } from './features/notes/routes'
import type { Routes } from './features/openapi/document'
import { openApiRoutes } from './features/openapi/routes'
import { paymentRoutes, subscriptionRoutes } from './features/payments/routes'
import { planRoutes } from './features/plans/routes'
import { privacyRoutes } from './features/privacy/routes'
import { pushRoutes } from './features/push/routes'
import { queueOptionRoutes } from './features/queue-options/routes'
import { queueRoutes } from './features/queues/routes'
import { quickMessageRoutes } from './features/quick-messages/routes'
import { socketLimits, socketRoutes } from './features/realtime/socket'
import { scheduleRoutes } from './features/schedules/routes'
import { searchRoutes } from './features/search/routes'
import { sendApiRoutes } from './features/send-api/routes'
import { settingRoutes } from './features/settings/routes'
import { supportRoutes } from './features/support/routes'
import { systemRoutes } from './features/system/routes'
import { tagRoutes } from './features/tags/routes'
import { ticketRoutes } from './features/tickets/routes'
import type { Online } from './features/users/online'
import { userRoutes } from './features/users/routes'

/** What the routes need of the process; made by `main.ts`, and by the tests. */
export interface Services {
  ports: Ports
  hub: Hub
  auth: Callers
  online: Online
  publicUrl: string
  version: string
  /** True in `balcao demo`: the interface says on every screen that nothing leaves the machine. */
  demo: boolean
}

/**
 * One line per feature, in rooms, because one long chain is more than the compiler follows. Each room bears the prefix
 * itself: Elysia takes in every route anew for each instance around it, which the start has to wait for.
 */
const room = () => new Elysia({ prefix: '/api' })

/** What is asked before anybody is known, and how to sign in. */
const entrance = (services: Services, whole: Routes) => {
  const { auth } = services
  return room()
    .use(systemRoutes(auth.platform, services))
    .use(openApiRoutes(whole, services.version))
    .use(authRoutes(services))
    .use(passwordRoutes(auth))
}

/** What the provider sells and says. */
const provider = (services: Services) => {
  const { auth } = services
  return room()
    .use(companyRoutes(services))
    .use(planRoutes(auth))
    .use(supportRoutes(services))
    .use(helpRoutes(auth))
    .use(announcementRoutes(auth))
    .use(invoiceRoutes(auth))
    .use(subscriptionRoutes(services))
    .use(paymentRoutes(services))
}

/** What an admin sets up and looks after. */
const company = (services: Services) => {
  const { auth } = services
  return room()
    .use(userRoutes(auth))
    .use(settingRoutes(auth))
    .use(auditRoutes(auth))
    .use(exportRoutes(auth))
    .use(privacyRoutes(auth))
    .use(dashboardRoutes(auth))
    .use(sendApiRoutes(auth))
    .use(connectionRoutes(auth))
    .use(queueRoutes(auth))
    .use(queueOptionRoutes(auth))
    .use(fileRoutes(auth))
}

/** What people work with all day. */
const desk = (auth: Callers) =>
  room()
    .use(ticketRoutes(auth))
    .use(draftRoutes(auth))
    .use(messageRoutes(auth))
    .use(noteRoutes(auth))
    .use(contactRoutes(auth))
    .use(searchRoutes(auth))
    .use(quickMessageRoutes(auth))
    .use(scheduleRoutes(auth))
    .use(chatRoutes(auth))
    .use(pushRoutes(auth))
    .use(tagRoutes(auth))

/** CONTRACT 1, HTTP: every feature's routes. `serve` is for `Bun.serve`. */
export const createApp = (services: Services, serve: ElysiaConfig<''>['serve'] = {}) => {
  const whole: Routes = { routes: [] }
  // It would look for the path where a host of four letters or more ends, and take `/zz/api` of `crm` for `/api`.
  const handler = { standardHostname: false }
  const app = new Elysia({ websocket: socketLimits, normalize, handler, serve })
    .use(security(services.publicUrl))
    .use(errors)
    .use(socketRoutes(services))
    .use(mediaRoutes(services.auth, services.ports.media))
    .use(entrance(services, whole))
    .use(provider(services))
    .use(company(services))
    .use(desk(services.auth))
  whole.routes = (app as unknown as Routes).routes
  return app
}

/** The interface imports this type and nothing else from the server's routes. */
export type App = ReturnType<typeof createApp>
