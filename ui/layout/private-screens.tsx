import { type ComponentType, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '../components/error-boundary'
import { useCan } from '../lib/can'
import { lazyPage } from '../lib/lazy-page'
import { paths, toTickets } from '../lib/paths'
import { whenIdle } from '../lib/when-idle'
import { PageSkeleton } from './page-skeleton'
import { PermissionGuard } from './permission-guard'
import { Shell } from './shell'

const lazyScreen = <P extends object>(load: () => Promise<ComponentType<P>>) => lazyPage(load, PageSkeleton)

const TicketsPage = lazyScreen(() => import('../pages/inbox/tickets/tickets-page').then((page) => page.TicketsPage))
const DashboardPage = lazyScreen(() =>
  import('../pages/inbox/dashboard/dashboard-page').then((page) => page.DashboardPage),
)
const FigurePage = lazyScreen(() => import('../pages/inbox/dashboard/figure-page').then((page) => page.FigurePage))
const FirstStepsPage = lazyScreen(() =>
  import('../pages/automation/first-steps/first-steps-page').then((page) => page.FirstStepsPage),
)
const TeamPage = lazyScreen(() => import('../pages/inbox/team/team-page').then((page) => page.TeamPage))
const ConnectionHealthPage = lazyScreen(() =>
  import('../pages/numbers/health/health-page').then((page) => page.ConnectionHealthPage),
)
const ConnectionsPage = lazyScreen(() =>
  import('../pages/numbers/connections/connections-page').then((page) => page.ConnectionsPage),
)
const QueuesPage = lazyScreen(() => import('../pages/automation/queues/queues-page').then((page) => page.QueuesPage))
const QueueIntegrationPage = lazyScreen(() =>
  import('../pages/automation/integrations/queue-integration-page').then((page) => page.QueueIntegrationPage),
)
const FlowBuildersPage = lazyScreen(() => import('../pages/automation/flows/load-page').then((page) => page.loadPage()))
const PhraseListsPage = lazyScreen(() =>
  import('../pages/automation/phrase-lists/load-page').then((page) => page.loadPage()),
)
const OptOutsPage = lazyScreen(() =>
  import('../pages/contacts/opt-outs/opt-outs-page').then((page) => page.OptOutsPage),
)
const CampaignsPage = lazyScreen(() =>
  import('../pages/campaigns/campaigns/campaigns-page').then((page) => page.CampaignsPage),
)
const CampaignReportPage = lazyScreen(() =>
  import('../pages/campaigns/report/campaign-report-page').then((page) => page.CampaignReportPage),
)
const CampaignConfigPage = lazyScreen(() =>
  import('../pages/campaigns/settings/campaign-config-page').then((page) => page.CampaignConfigPage),
)
const ContactListsPage = lazyScreen(() =>
  import('../pages/contacts/contact-lists/contact-lists-page').then((page) => page.ContactListsPage),
)
const ContactListItemsPage = lazyScreen(() =>
  import('../pages/contacts/contact-lists/items-page').then((page) => page.ContactListItemsPage),
)
const FlowBuilderPage = lazyScreen(() =>
  import('../pages/automation/flow-editor/load-page').then((page) => page.loadPage()),
)
const QuickMessagesPage = lazyScreen(() =>
  import('../pages/inbox/quick-messages/quick-messages-page').then((page) => page.QuickMessagesPage),
)
const SchedulesPage = lazyScreen(() =>
  import('../pages/inbox/schedules/schedules-page').then((page) => page.SchedulesPage),
)
const ContactsPage = lazyScreen(() =>
  import('../pages/contacts/contacts/contacts-page').then((page) => page.ContactsPage),
)
const TodolistPage = lazyScreen(() => import('../pages/inbox/tasks/tasks-page').then((page) => page.TodolistPage))
const TagsPage = lazyScreen(() => import('../pages/contacts/tags/tags-page').then((page) => page.TagsPage))
const KanbanPage = lazyScreen(() => import('../pages/inbox/kanban/kanban-page').then((page) => page.KanbanPage))
const ChatsPage = lazyScreen(() => import('../pages/inbox/chats/chats-page').then((page) => page.ChatsPage))
const FinanceiroPage = lazyScreen(() =>
  import('../pages/provider/invoices/invoices-page').then((page) => page.FinanceiroPage),
)
const CheckoutPage = lazyScreen(() =>
  import('../pages/provider/checkout/checkout-page').then((page) => page.CheckoutPage),
)
const SubscriptionPage = lazyScreen(() =>
  import('../pages/provider/subscription/subscription-page').then((page) => page.SubscriptionPage),
)
const FilesPage = lazyScreen(() => import('../pages/inbox/file-lists/files-page').then((page) => page.FilesPage))
const MessagesApiPage = lazyScreen(() =>
  import('../pages/api/messages-api/messages-api-page').then((page) => page.MessagesApiPage),
)
const WebhooksPage = lazyScreen(() => import('../pages/api/webhooks/webhooks-page').then((page) => page.WebhooksPage))
const PromptsPage = lazyScreen(() =>
  import('../pages/automation/prompts/prompts-page').then((page) => page.PromptsPage),
)
const UsersPage = lazyScreen(() => import('../pages/accounts/users/users-page').then((page) => page.UsersPage))
const ProfilePage = lazyScreen(() => import('../pages/accounts/profile/profile-page').then((page) => page.ProfilePage))
const AuditPage = lazyScreen(() => import('../pages/platform/audit/audit-page').then((page) => page.AuditPage))
const HelpsPage = lazyScreen(() => import('../pages/provider/help/help-page').then((page) => page.HelpsPage))
const AnnouncementsPage = lazyScreen(() =>
  import('../pages/provider/announcements/announcements-page').then((page) => page.AnnouncementsPage),
)
const SettingsPage = lazyScreen(() =>
  import('../pages/platform/settings/settings-page').then((page) => page.SettingsPage),
)
const SettingsHubPage = lazyScreen(() =>
  import('../pages/platform/settings-hub/settings-hub-page').then((page) => page.SettingsHubPage),
)
const NotFoundPage = lazyScreen(() => import('../pages/platform/not-found-page').then((page) => page.NotFoundPage))

/** Routes of the signed-in user. An error in a page leaves the shell mounted. */
export function PrivateScreens() {
  const [location] = useLocation()
  // Preloads the ticket page, which agents use all day.
  useEffect(() => whenIdle(TicketsPage.preload), [])
  return (
    <Shell>
      <ErrorBoundary resetKey={location}>
        <Switch>
          <Route path={paths.tickets}>{({ ticketId }) => <TicketsPage uuid={ticketId} />}</Route>
          <Route path={paths.team}>
            <PermissionGuard can="team:view">
              <TeamPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.figure}>
            <PermissionGuard can="dashboard:view">
              <FigurePage />
            </PermissionGuard>
          </Route>
          <Route path={paths.firstSteps}>
            <PermissionGuard can="settings:edit">
              <FirstStepsPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.quickMessages} component={QuickMessagesPage} />
          <Route path={paths.todolist} component={TodolistPage} />
          <Route path={paths.contacts} component={ContactsPage} />
          <Route path={paths.schedules} component={SchedulesPage} />
          <Route path={paths.kanban} component={KanbanPage} />
          <Route path={paths.tags} component={TagsPage} />
          <Route path={paths.chats}>{({ id }) => <ChatsPage uuid={id} />}</Route>
          <Route path={paths.connections} component={ConnectionsPage} />
          <Route path={paths.connectionHealth}>
            {({ id }) => (
              <PermissionGuard can="connection:edit">
                <ConnectionHealthPage key={id} id={Number(id)} />
              </PermissionGuard>
            )}
          </Route>
          <Route path={paths.helps} component={HelpsPage} />
          <Route path={paths.announcements} component={AnnouncementsPage} />
          <Route path={paths.settings} component={SettingsPage} />
          <Route path={paths.settingsHub} component={SettingsHubPage} />
          <Route path={paths.audit} component={AuditPage} />
          <Route path={paths.users} component={UsersPage} />
          <Route path={paths.profile} component={ProfilePage} />
          <Route path={paths.files} component={FilesPage} />
          <Route path={paths.messagesApi}>
            <PermissionGuard can="connection:edit">
              <MessagesApiPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.queues}>
            <PermissionGuard can="queue:edit">
              <QueuesPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.prompts}>
            <PermissionGuard can="prompt:edit">
              <PromptsPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.queueIntegration}>
            <PermissionGuard can="integration:edit">
              <QueueIntegrationPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.flowbuilders}>
            <PermissionGuard can="flow:edit">
              <FlowBuildersPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.phraseLists}>
            <PermissionGuard can="flow:edit">
              <PhraseListsPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.flowbuilder}>
            {({ id }) => (
              <PermissionGuard can="flow:edit">
                {id && Number(id) > 0 ? (
                  <FlowBuilderPage id={Number(id)} />
                ) : (
                  <Redirect to={paths.flowbuilders} replace />
                )}
              </PermissionGuard>
            )}
          </Route>
          <Route path={paths.optOuts}>
            <PermissionGuard can="campaign:view">
              <OptOutsPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.campaigns}>
            <PermissionGuard can="campaign:view">
              <CampaignsPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.campaignReport}>
            {({ campaignId }) => (
              <PermissionGuard can="campaign:view">
                <CampaignReportPage key={campaignId} id={Number(campaignId)} />
              </PermissionGuard>
            )}
          </Route>
          <Route path={paths.campaignConfig}>
            <PermissionGuard can="campaign:edit">
              <CampaignConfigPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.contactLists}>
            <PermissionGuard can="campaign:edit">
              <ContactListsPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.contactListItems}>
            {({ id }) => (
              <PermissionGuard can="campaign:edit">
                <ContactListItemsPage key={id} id={Number(id)} />
              </PermissionGuard>
            )}
          </Route>
          <Route path={paths.webhooks}>
            <PermissionGuard can="integration:edit">
              <WebhooksPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.financeiro}>
            <PermissionGuard can="invoice:list">
              <FinanceiroPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.checkout}>
            {({ invoiceId }) => (
              <PermissionGuard can="invoice:list">
                <CheckoutPage id={invoiceId} />
              </PermissionGuard>
            )}
          </Route>
          <Route path={paths.subscription}>
            <PermissionGuard can="invoice:list">
              <SubscriptionPage />
            </PermissionGuard>
          </Route>
          <Route path={paths.home} component={Home} />
          {[paths.login, paths.signup, paths.forgetpsw, paths.setup].map((path) => (
            <Route key={path} path={path}>
              <Redirect to={paths.home} replace />
            </Route>
          ))}
          <Route component={NotFoundPage} />
        </Switch>
      </ErrorBoundary>
    </Shell>
  )
}

/** Home screen: dashboard for users who may see it, otherwise the tickets. */
const Home = () => (useCan('dashboard:view') ? <DashboardPage /> : <Redirect to={toTickets()} replace />)
