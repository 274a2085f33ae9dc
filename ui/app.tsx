import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from './components/error-boundary'
import { ErrorState } from './components/error-state'
import { DemoBanner } from './layout/demo-banner'
import { StartSkeleton } from './layout/start-skeleton'
import { Toasts } from './layout/toasts'
import { withAllTexts } from './lib/language'
import { lazyPage } from './lib/lazy-page'
import { navigateIfAllowed } from './lib/leave-guard'
import { paths } from './lib/paths'
import { restoreSession, session } from './lib/session'
import { system } from './lib/system'
import { useTranslation } from './lib/use-translation'
import { useValue } from './lib/use-value'
import { LoginPage } from './pages/accounts/login/login-page'

const SignupPage = lazyPage(() => import('./public-pages').then((pages) => pages.SignupPage), StartSkeleton)
const ForgetPage = lazyPage(() => import('./public-pages').then((pages) => pages.ForgetPage))
const SetupPage = lazyPage(() => import('./public-pages').then((pages) => pages.SetupPage), StartSkeleton)
const ConfirmPage = lazyPage(() => import('./public-pages').then((pages) => pages.ConfirmPage), StartSkeleton)
const InvitePage = lazyPage(() => import('./public-pages').then((pages) => pages.InvitePage), StartSkeleton)
const EnrolPage = lazyPage(() => import('./public-pages').then((pages) => pages.EnrolPage))
/** Public page that needs all texts. */
const RenewPage = lazyPage(() => withAllTexts(import('./pages/provider/renew-page').then((page) => page.RenewPage)))
/** Shell with the pages of agents, in a chunk of their own; other pages are in further ones (docs/adr/0161). */
const PrivateScreens = lazyPage(
  () => withAllTexts(import('./layout/private-screens').then((screens) => screens.PrivateScreens)),
  StartSkeleton,
)

export function App() {
  return (
    <ErrorBoundary>
      <div className="flex h-screen-safe flex-col text-ink">
        <DemoBanner />
        <div className="min-h-0 flex-1">
          <Router aroundNav={navigateIfAllowed}>
            <Screens />
          </Router>
        </div>
      </div>
      <Toasts />
    </ErrorBoundary>
  )
}

/** Session guard: public pages without a session, private ones with it; an invitation opens in both. */
function Screens() {
  const now = useValue(session)
  const { kind } = now
  const [address] = useLocation()
  if (kind === 'booting') return <StartSkeleton />
  if (kind === 'unreachable') return <Unreachable />
  if (address === paths.invite) return <InvitePage />
  if (now.kind === 'in' && now.me.mustEnrol) return <EnrolPage />
  return kind === 'in' ? <PrivateScreens /> : <PublicScreens />
}

/** Public pages; before the installation is set up only that page exists. */
function PublicScreens() {
  const setupNeeded = useValue(system)?.setupNeeded === true
  if (setupNeeded) return <SetupPage />
  return (
    <Switch>
      <Route path={paths.login} component={LoginPage} />
      <Route path={paths.signup} component={SignupPage} />
      <Route path={paths.confirm} component={ConfirmPage} />
      <Route path={paths.forgetpsw} component={ForgetPage} />
      <Route path={paths.setup} component={SetupPage} />
      <Route path={paths.renew} component={RenewPage} />
      <Route>
        <Redirect to={paths.login} replace />
      </Route>
    </Switch>
  )
}

function Unreachable() {
  const { t } = useTranslation()
  return (
    <main className="flex h-full items-center justify-center">
      <ErrorState title={t('shell.unreachableTitle')} text={t('shell.unreachableText')} onRetry={restoreSession} />
    </main>
  )
}
