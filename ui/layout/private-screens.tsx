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

const TicketsPage = lazyScreen(() =>
  import('../pages/tickets/tickets-page').then((lazyScreen) => lazyScreen.TicketsPage),
)
const DashboardPage = lazyScreen(() =>
  import('../pages/dashboard/dashboard-page').then((lazyScreen) => lazyScreen.DashboardPage),
)
const FirstStepsPage = lazyScreen(() =>
  import('../pages/first-steps/first-steps-page').then((lazyScreen) => lazyScreen.FirstStepsPage),
)
const TeamPage = lazyScreen(() => import('../pages/team/team-page').then((lazyScreen) => lazyScreen.TeamPage))
const ConnectionHealthPage = lazyScreen(() =>
  import('../pages/connection-health/health-page').then((lazyScreen) => lazyScreen.ConnectionHealthPage),
)
const ConnectionsPage = lazyScreen(() =>
  import('../pages/connections/connections-page').then((lazyScreen) => lazyScreen.ConnectionsPage),
)
const QueuesPage = lazyScreen(() => import('../pages/queues/queues-page').then((lazyScreen) => lazyScreen.QueuesPage))
const QueueIntegrationPage = lazyScreen(() =>
  import('../pages/queue-integration/queue-integration-page').then((lazyScreen) => lazyScreen.QueueIntegrationPage),
)
const FlowBuildersPage = lazyScreen(() => import('../pages/flowbuilders/load-page').then((page) => page.loadPage()))
const PhraseListsPage = lazyScreen(() => import('../pages/phrase-lists/load-page').then((page) => page.loadPage()))
const OptOutsPage = lazyScreen(() =>
  import('../pages/opt-outs/opt-outs-page').then((lazyScreen) => lazyScreen.OptOutsPage),
)
const CampaignsPage = lazyScreen(() =>
  import('../pages/campaigns/campaigns-page').then((lazyScreen) => lazyScreen.CampaignsPage),
)
const CampaignReportPage = lazyScreen(() =>
  import('../pages/campaign-report/campaign-report-page').then((lazyScreen) => lazyScreen.CampaignReportPage),
)
const CampaignConfigPage = lazyScreen(() =>
  import('../pages/campaign-config/campaign-config-page').then((lazyScreen) => lazyScreen.CampaignConfigPage),
)
const ContactListsPage = lazyScreen(() =>
  import('../pages/contact-lists/contact-lists-page').then((lazyScreen) => lazyScreen.ContactListsPage),
)
const ContactListItemsPage = lazyScreen(() =>
  import('../pages/contact-lists/items-page').then((lazyScreen) => lazyScreen.ContactListItemsPage),
)
const FlowBuilderPage = lazyScreen(() => import('../pages/flowbuilder/load-page').then((page) => page.loadPage()))
const QuickMessagesPage = lazyScreen(() =>
  import('../pages/quick-messages/quick-messages-page').then((lazyScreen) => lazyScreen.QuickMessagesPage),
)
const SchedulesPage = lazyScreen(() =>
  import('../pages/schedules/schedules-page').then((lazyScreen) => lazyScreen.SchedulesPage),
)
const ContactsPage = lazyScreen(() =>
  import('../pages/contacts/contacts-page').then((lazyScreen) => lazyScreen.ContactsPage),
)
const TodolistPage = lazyScreen(() =>
  import('../pages/todolist/todolist-page').then((lazyScreen) => lazyScreen.TodolistPage),
)
const TagsPage = lazyScreen(() => import('../pages/tags/tags-page').then((lazyScreen) => lazyScreen.TagsPage))
const KanbanPage = lazyScreen(() => import('../pages/kanban/kanban-page').then((lazyScreen) => lazyScreen.KanbanPage))
const ChatsPage = lazyScreen(() => import('../pages/chats/chats-page').then((lazyScreen) => lazyScreen.ChatsPage))
const FinanceiroPage = lazyScreen(() =>
  import('../pages/financeiro/financeiro-page').then((lazyScreen) => lazyScreen.FinanceiroPage),
)
const CheckoutPage = lazyScreen(() =>
  import('../pages/checkout/checkout-page').then((lazyScreen) => lazyScreen.CheckoutPage),
)
const SubscriptionPage = lazyScreen(() =>
  import('../pages/subscription/subscription-page').then((lazyScreen) => lazyScreen.SubscriptionPage),
)
const FilesPage = lazyScreen(() => import('../pages/files/files-page').then((lazyScreen) => lazyScreen.FilesPage))
const MessagesApiPage = lazyScreen(() =>
  import('../pages/messages-api/messages-api-page').then((lazyScreen) => lazyScreen.MessagesApiPage),
)
const WebhooksPage = lazyScreen(() =>
  import('../pages/webhooks/webhooks-page').then((lazyScreen) => lazyScreen.WebhooksPage),
)
const PromptsPage = lazyScreen(() =>
  import('../pages/prompts/prompts-page').then((lazyScreen) => lazyScreen.PromptsPage),
)
const UsersPage = lazyScreen(() => import('../pages/users/users-page').then((lazyScreen) => lazyScreen.UsersPage))
const ProfilePage = lazyScreen(() =>
  import('../pages/profile/profile-page').then((lazyScreen) => lazyScreen.ProfilePage),
)
const AuditPage = lazyScreen(() => import('../pages/audit/audit-page').then((lazyScreen) => lazyScreen.AuditPage))
const HelpsPage = lazyScreen(() => import('../pages/helps/helps-page').then((lazyScreen) => lazyScreen.HelpsPage))
const AnnouncementsPage = lazyScreen(() =>
  import('../pages/announcements/announcements-page').then((lazyScreen) => lazyScreen.AnnouncementsPage),
)
const SettingsPage = lazyScreen(() =>
  import('../pages/settings/settings-page').then((lazyScreen) => lazyScreen.SettingsPage),
)
const NotFoundPage = lazyScreen(() =>
  import('../pages/not-found/not-found-page').then((lazyScreen) => lazyScreen.NotFoundPage),
)

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
