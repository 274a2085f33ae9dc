import { type ComponentType, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '../components/error-boundary'
import { useCan } from '../lib/can'
import { lazyPage } from '../lib/lazy-page'
import { paths, toTickets } from '../lib/paths'
import { whenIdle } from '../lib/when-idle'
import { Only } from './only'
import { PageSkeleton } from './page-skeleton'
import { Shell } from './shell'

const page = <P extends object>(load: () => Promise<ComponentType<P>>) => lazyPage(load, PageSkeleton)

const TicketsPage = page(() => import('../pages/tickets/tickets-page').then((page) => page.TicketsPage))
const DashboardPage = page(() => import('../pages/dashboard/dashboard-page').then((page) => page.DashboardPage))
const ConnectionsPage = page(() => import('../pages/connections/connections-page').then((page) => page.ConnectionsPage))
const QueuesPage = page(() => import('../pages/queues/queues-page').then((page) => page.QueuesPage))
const QuickMessagesPage = page(() =>
  import('../pages/quick-messages/quick-messages-page').then((page) => page.QuickMessagesPage),
)
const SchedulesPage = page(() => import('../pages/schedules/schedules-page').then((page) => page.SchedulesPage))
const ContactsPage = page(() => import('../pages/contacts/contacts-page').then((page) => page.ContactsPage))
const TodolistPage = page(() => import('../pages/todolist/todolist-page').then((page) => page.TodolistPage))
const TagsPage = page(() => import('../pages/tags/tags-page').then((page) => page.TagsPage))
const KanbanPage = page(() => import('../pages/kanban/kanban-page').then((page) => page.KanbanPage))
const ChatsPage = page(() => import('../pages/chats/chats-page').then((page) => page.ChatsPage))
const FinanceiroPage = page(() => import('../pages/financeiro/financeiro-page').then((page) => page.FinanceiroPage))
const CheckoutPage = page(() => import('../pages/checkout/checkout-page').then((page) => page.CheckoutPage))
const SubscriptionPage = page(() =>
  import('../pages/subscription/subscription-page').then((page) => page.SubscriptionPage),
)
const FilesPage = page(() => import('../pages/files/files-page').then((page) => page.FilesPage))
const MessagesApiPage = page(() =>
  import('../pages/messages-api/messages-api-page').then((page) => page.MessagesApiPage),
)
const UsersPage = page(() => import('../pages/users/users-page').then((page) => page.UsersPage))
const ProfilePage = page(() => import('../pages/profile/profile-page').then((page) => page.ProfilePage))
const AuditPage = page(() => import('../pages/audit/audit-page').then((page) => page.AuditPage))
const HelpsPage = page(() => import('../pages/helps/helps-page').then((page) => page.HelpsPage))
const AnnouncementsPage = page(() =>
  import('../pages/announcements/announcements-page').then((page) => page.AnnouncementsPage),
)
const SettingsPage = page(() => import('../pages/settings/settings-page').then((page) => page.SettingsPage))
const NotFoundPage = page(() => import('../pages/not-found/not-found-page').then((page) => page.NotFoundPage))

/** Every address of a signed-in person. A page that fails leaves the shell standing. */
export function PrivateScreens() {
  const [location] = useLocation()
  // Where people go all day opens at once, also from another screen.
  useEffect(() => whenIdle(TicketsPage.preload), [])
  return (
    <Shell>
      <ErrorBoundary about={location}>
        <Switch>
          <Route path={paths.tickets}>{({ ticketId }) => <TicketsPage uuid={ticketId} />}</Route>
          <Route path={paths.quickMessages} component={QuickMessagesPage} />
          <Route path={paths.todolist} component={TodolistPage} />
          <Route path={paths.contacts} component={ContactsPage} />
          <Route path={paths.schedules} component={SchedulesPage} />
          <Route path={paths.kanban} component={KanbanPage} />
          <Route path={paths.tags} component={TagsPage} />
          <Route path={paths.chats}>{({ id }) => <ChatsPage uuid={id} />}</Route>
          <Route path={paths.connections} component={ConnectionsPage} />
          <Route path={paths.helps} component={HelpsPage} />
          <Route path={paths.announcements} component={AnnouncementsPage} />
          <Route path={paths.settings} component={SettingsPage} />
          <Route path={paths.audit} component={AuditPage} />
          <Route path={paths.users} component={UsersPage} />
          <Route path={paths.profile} component={ProfilePage} />
          <Route path={paths.files} component={FilesPage} />
          <Route path={paths.messagesApi}>
            <Only can="connection:edit">
              <MessagesApiPage />
            </Only>
          </Route>
          <Route path={paths.queues}>
            <Only can="queue:edit">
              <QueuesPage />
            </Only>
          </Route>
          <Route path={paths.financeiro}>
            <Only can="invoice:list">
              <FinanceiroPage />
            </Only>
          </Route>
          <Route path={paths.checkout}>
            {({ invoiceId }) => (
              <Only can="invoice:list">
                <CheckoutPage id={invoiceId} />
              </Only>
            )}
          </Route>
          <Route path={paths.subscription}>
            <Only can="invoice:list">
              <SubscriptionPage />
            </Only>
          </Route>
          <Route path={paths.home} component={Home} />
          {[paths.login, paths.signup, paths.forgetpsw, paths.setup].map((path) => (
            <Route key={path} path={path}>
              <Redirect to={toTickets()} replace />
            </Route>
          ))}
          <Route component={NotFoundPage} />
        </Switch>
      </ErrorBoundary>
    </Shell>
  )
}

/** What the company does, for who may see it; the work itself for everybody else. */
const Home = () => (useCan('dashboard:view') ? <DashboardPage /> : <Redirect to={toTickets()} replace />)
