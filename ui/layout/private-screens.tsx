import type { ComponentType } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '../components/error-boundary'
import { useCan } from '../lib/can'
import { lazyPage } from '../lib/lazy-page'
import { paths, toTickets } from '../lib/paths'
import { ProfilePage } from '../pages/accounts/profile/profile-page'
import { ContactsPage } from '../pages/contacts/contacts/contacts-page'
import { TagsPage } from '../pages/contacts/tags/tags-page'
import { ChatsPage } from '../pages/inbox/chats/chats-page'
import { DashboardPage } from '../pages/inbox/dashboard/dashboard-page'
import { FigurePage } from '../pages/inbox/dashboard/figure-page'
import { FilesPage } from '../pages/inbox/file-lists/files-page'
import { KanbanPage } from '../pages/inbox/kanban/kanban-page'
import { QuickMessagesPage } from '../pages/inbox/quick-messages/quick-messages-page'
import { SchedulesPage } from '../pages/inbox/schedules/schedules-page'
import { TodolistPage } from '../pages/inbox/tasks/tasks-page'
import { TeamPage } from '../pages/inbox/team/team-page'
import { TicketsPage } from '../pages/inbox/tickets/tickets-page'
import { NotFoundPage } from '../pages/platform/not-found-page'
import { SettingsHubPage } from '../pages/platform/settings-hub/settings-hub-page'
import { HelpsPage } from '../pages/provider/help/help-page'
import { PageSkeleton } from './page-skeleton'
import { PermissionGuard } from './permission-guard'
import { Shell } from './shell'

const lazyScreen = <P extends object>(load: () => Promise<ComponentType<P>>) => lazyPage(load, PageSkeleton)

const FirstStepsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.FirstStepsPage))
const ConnectionHealthPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.ConnectionHealthPage))
const ConnectionsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.ConnectionsPage))
const QueuesPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.QueuesPage))
const QueueIntegrationPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.QueueIntegrationPage))
const FlowBuildersPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.loadFlowBuildersPage()))
const PhraseListsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.loadPhraseListsPage()))
const OptOutsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.OptOutsPage))
const CampaignsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.CampaignsPage))
const CampaignReportPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.CampaignReportPage))
const CampaignConfigPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.CampaignConfigPage))
const ContactListsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.ContactListsPage))
const ContactListItemsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.ContactListItemsPage))
const FlowBuilderPage = lazyScreen(() =>
  import('../pages/automation/flow-editor/load-page').then((page) => page.loadPage()),
)
const FinanceiroPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.FinanceiroPage))
const CheckoutPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.CheckoutPage))
const SubscriptionPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.SubscriptionPage))
const MessagesApiPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.MessagesApiPage))
const ApiKeysPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.ApiKeysPage))
const WebhooksPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.WebhooksPage))
const PromptsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.PromptsPage))
const UsersPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.UsersPage))
const AuditPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.AuditPage))
const AnnouncementsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.AnnouncementsPage))
const MorningPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.MorningPage))
const SettingsPage = lazyScreen(() => import('./admin-pages').then((pages) => pages.SettingsPage))

/** Routes of the signed-in user. An error in a page leaves the shell mounted. */
export function PrivateScreens() {
  const [location] = useLocation()
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
          <Route path={paths.morning} component={MorningPage} />
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
          <Route path={paths.apiKeys}>
            <PermissionGuard can="apiKey:edit">
              <ApiKeysPage />
            </PermissionGuard>
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
