import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '../components/error-boundary'
import { lazyPage } from '../lib/lazy-page'
import { paths, toTickets } from '../lib/paths'
import { PageSkeleton } from './page-skeleton'
import { Shell } from './shell'

const TicketsPage = lazyPage(() => import('../pages/tickets/tickets-page').then((page) => page.TicketsPage))
const ConnectionsPage = lazyPage(() =>
  import('../pages/connections/connections-page').then((page) => page.ConnectionsPage),
)
const NotFoundPage = lazyPage(() => import('../pages/not-found/not-found-page').then((page) => page.NotFoundPage))

/** Every address of a signed-in person. A page that fails leaves the shell standing. */
export function PrivateScreens() {
  const [location] = useLocation()
  return (
    <Shell>
      <ErrorBoundary about={location}>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            <Route path={paths.tickets}>{({ ticketId }) => <TicketsPage uuid={ticketId} />}</Route>
            <Route path={paths.connections} component={ConnectionsPage} />
            {[paths.home, paths.login, paths.signup, paths.setup].map((path) => (
              <Route key={path} path={path}>
                <Redirect to={toTickets()} replace />
              </Route>
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}
