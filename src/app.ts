import { type AnyElysia, Elysia } from 'elysia'
import { bodyLimits } from './body-limits'
import { errorHandler, normalize } from './core/http/errors'
import { securityHeaders } from './core/http/headers'
import type { Hub } from './core/http/hub'
import { prepareLazily } from './core/http/lazy-routes'
import { announcementRoutes } from './features/announcements/routes'
import { auditRoutes } from './features/audit/routes'
import type { Authenticator } from './features/auth/authenticator'
import { authRoutes } from './features/auth/routes'
import { campaignSettingRoutes } from './features/campaign-settings/routes'
import { campaignTestRoutes } from './features/campaign-tests/routes'
import { campaignRoutes } from './features/campaigns/routes'
import { chatRoutes } from './features/chats/routes'
import { coldLaneRoutes } from './features/cold-lanes/routes'
import { companyRoutes } from './features/companies/routes'
import { connectionRoutes } from './features/connections/routes'
import { contactImportRoutes } from './features/contact-imports/routes'
import { contactListItemRoutes } from './features/contact-lists/item-routes'
import { contactListRoutes } from './features/contact-lists/routes'
import { contactRoutes } from './features/contacts/routes'
import { dashboardRoutes } from './features/dashboard/routes'
import { exportRoutes } from './features/data-transfer/routes'
import { draftRoutes } from './features/drafts/routes'
import { fileRoutes } from './features/file-lists/routes'
import { firstStepsRoutes } from './features/first-steps/routes'
import { flowCaseRoutes } from './features/flow-cases/routes'
import { flowFileRoutes } from './features/flow-files/routes'
import { flowPhraseRoutes } from './features/flow-phrases/routes'
import { flowReplayRoutes } from './features/flow-replays/routes'
import { flowRunRoutes } from './features/flow-runs/routes'
import { flowTrialRoutes } from './features/flow-trials/routes'
import { flowRoutes } from './features/flows/routes'
import { searchRoutes } from './features/global-search/routes'
import { helpRoutes } from './features/helps/routes'
import { integrationRoutes } from './features/integrations/routes'
import { invitationRoutes, invitedRoutes } from './features/invitations/routes'
import { invoiceRoutes } from './features/invoices/routes'
import { macroRoutes } from './features/macros/routes'
import { mediaRoutes } from './features/media/routes'
import { contactFileRoutes } from './features/messages/contact-files-routes'
import { messageRoutes } from './features/messages/routes'
import { noteRoutes } from './features/notes/routes'
import { numberCheckRoutes } from './features/number-checks/routes'
import { numberHealthRoutes } from './features/number-health/routes'
import type { Routes } from './features/openapi/document'
import { openApiRoutes } from './features/openapi/routes'
import { optOutRoutes } from './features/opt-outs/routes'
import { passwordRoutes } from './features/password-reset/routes'
import { paymentRoutes, subscriptionRoutes } from './features/payments/routes'
import { planRoutes } from './features/plans/routes'
import { privacyRoutes } from './features/privacy/routes'
import { promptRoutes } from './features/prompts/routes'
import { pushRoutes } from './features/push/routes'
import { queueOptionRoutes } from './features/queue-options/routes'
import { queueRoutes } from './features/queues/routes'
import { quickMessageRoutes } from './features/quick-messages/routes'
import { readyFlowRoutes } from './features/ready-flows/routes'
import { socketLimits, socketRoutes } from './features/realtime/socket'
import { scheduleRoutes } from './features/schedules/routes'
import { sendApiRoutes } from './features/send-api/routes'
import { settingRoutes } from './features/settings/routes'
import { supportRoutes } from './features/support/routes'
import { endSupportOf } from './features/support/service'
import { systemRoutes } from './features/system/routes'
import { tagRoutes } from './features/tags/routes'
import { teamRoutes } from './features/team/routes'
import { ticketViewRoutes } from './features/ticket-views/routes'
import { ticketRoutes } from './features/tickets/routes'
import { transferRoutes } from './features/transfers/routes'
import { userLoginRoutes } from './features/users/login-routes'
import type { Online } from './features/users/online'
import { userRoutes } from './features/users/routes'
import { describeWebhooks } from './features/webhooks/event-model'
import { webhookRoutes } from './features/webhooks/routes'
import type { Ports } from './ports'

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

type Api = Elysia<'/api'>

/**
 * Adds routes below `/api`. Routes are grouped into five plugins because one chain exceeds TypeScript's depth limit. A
 * group is a function that sets the prefix of the application itself: Elysia registers every route again for each
 * instance around it, which makes the start longer.
 */
function group<Added extends AnyElysia>(addRoutes: (api: Api) => Added) {
  return (app: AnyElysia) => {
    const { config } = app
    app.config = { ...config, prefix: '/api' }
    addRoutes(app as Api)
    app.config = config
    return app as Added
  }
}

/** Public routes and authentication. */
const publicRoutes = (services: Services, whole: Routes) => {
  const { auth } = services
  return group((api) =>
    api
      .use(systemRoutes(auth, services))
      .use(openApiRoutes(whole, describeWebhooks))
      .use(authRoutes(services))
      .use(invitedRoutes(services))
      .use(passwordRoutes(auth)),
  )
}

/** Companies, plans and payments: the provider's side. */
const providerRoutes = (services: Services) => {
  const { auth } = services
  return group((api) =>
    api
      .use(companyRoutes(services))
      .use(planRoutes(auth))
      .use(supportRoutes(services))
      .use(helpRoutes(auth))
      .use(announcementRoutes(auth))
      .use(invoiceRoutes(auth))
      .use(subscriptionRoutes(services))
      .use(paymentRoutes(services)),
  )
}

/** Administration of one company. */
const companyAdminRoutes = (services: Services) => {
  const { auth } = services
  return group((api) =>
    api
      .use(userRoutes(auth, (superId) => endSupportOf(auth.platform, superId)))
      .use(userLoginRoutes(auth))
      .use(invitationRoutes(auth))
      .use(settingRoutes(auth))
      .use(auditRoutes(auth))
      .use(exportRoutes(auth))
      .use(privacyRoutes(auth))
      .use(dashboardRoutes(auth))
      .use(teamRoutes(auth))
      .use(firstStepsRoutes(auth))
      .use(sendApiRoutes(auth))
      .use(connectionRoutes(auth))
      .use(numberHealthRoutes(auth))
      .use(queueRoutes(auth))
      .use(queueOptionRoutes(auth))
      .use(fileRoutes(auth))
      .use(webhookRoutes(auth))
      .use(integrationRoutes(auth))
      .use(flowRoutes(auth))
      .use(flowPhraseRoutes(auth))
      .use(flowTrialRoutes(auth))
      .use(flowReplayRoutes(auth))
      .use(flowFileRoutes(auth))
      .use(flowRunRoutes(auth))
      .use(readyFlowRoutes(auth))
      .use(flowCaseRoutes(auth))
      .use(promptRoutes(auth)),
  )
}

/** Contact lists, campaigns and the wishes of the people in them. */
const campaignGroup = (auth: Authenticator) =>
  group((api) =>
    api
      .use(contactListRoutes(auth))
      .use(contactListItemRoutes(auth))
      .use(optOutRoutes(auth))
      .use(contactImportRoutes(auth))
      .use(campaignRoutes(auth))
      .use(campaignTestRoutes(auth))
      .use(campaignSettingRoutes(auth))
      .use(coldLaneRoutes(auth))
      .use(numberCheckRoutes(auth)),
  )

/** Routes that agents use every day. */
const agentRoutes = (auth: Authenticator) =>
  group((api) =>
    api
      .use(ticketRoutes(auth))
      .use(transferRoutes(auth))
      .use(macroRoutes(auth))
      .use(draftRoutes(auth))
      .use(ticketViewRoutes(auth))
      .use(messageRoutes(auth))
      .use(contactFileRoutes(auth))
      .use(noteRoutes(auth))
      .use(contactRoutes(auth))
      .use(searchRoutes(auth))
      .use(quickMessageRoutes(auth))
      .use(scheduleRoutes(auth))
      .use(chatRoutes(auth))
      .use(pushRoutes(auth))
      .use(tagRoutes(auth)),
  )

/** CONTRACT 1, HTTP: every feature's routes. */
export const createApp = (services: Services) => {
  const whole: Routes = { routes: [] }
  // By default Elysia assumes a host name of four or more letters and reads `/zz/api` on host `crm` as `/api`.
  const handler = { standardHostname: false }
  const app = prepareLazily(new Elysia({ websocket: socketLimits, normalize, handler }))
    .use(securityHeaders(services.publicUrl, bodyLimits))
    .use(errorHandler)
    .use(socketRoutes(services))
    .use(mediaRoutes(services.auth, services.ports.media))
    .use(publicRoutes(services, whole))
    .use(providerRoutes(services))
    .use(companyAdminRoutes(services))
    .use(campaignGroup(services.auth))
    .use(agentRoutes(services.auth))
  whole.routes = (app as unknown as Routes).routes
  return app
}

/** The interface imports this type and nothing else from the server's routes. */
export type App = ReturnType<typeof createApp>
