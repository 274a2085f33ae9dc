import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, Route, Switch } from 'wouter'
import { ErrorBoundary } from './components/error-boundary'
import { ErrorState } from './components/error-state'
import { ToastHost } from './components/toast-host'
import { DemoBanner } from './layout/demo-banner'
import { Starting } from './layout/starting'
import { lazyPage } from './lib/lazy-page'
import { paths } from './lib/paths'
import { boot, session } from './lib/session'
import { useValue } from './lib/use-value'
import { LoginPage } from './pages/login/login-page'

const SignupPage = lazyPage(() => import('./pages/signup/signup-page').then((page) => page.SignupPage))
const SetupPage = lazyPage(() => import('./pages/setup/setup-page').then((page) => page.SetupPage))
/** The shell and all private pages: nothing of them is in the first script. */
const PrivateScreens = lazyPage(() => import('./layout/private-screens').then((screens) => screens.PrivateScreens))

export function App() {
  return (
    <ErrorBoundary>
      <div className="flex h-screen-safe flex-col text-ink">
        <DemoBanner />
        <div className="min-h-0 flex-1">
          <Suspense fallback={<Starting />}>
            <Screens />
          </Suspense>
        </div>
      </div>
      <ToastHost />
    </ErrorBoundary>
  )
}

/** The guard: who is signed in decides which addresses exist (specification §2). */
function Screens() {
  const { kind } = useValue(session)
  if (kind === 'booting') return <Starting />
  if (kind === 'unreachable') return <Unreachable />
  return kind === 'in' ? <PrivateScreens /> : <PublicScreens />
}

const PublicScreens = () => (
  <Switch>
    <Route path={paths.login} component={LoginPage} />
    <Route path={paths.signup} component={SignupPage} />
    <Route path={paths.setup} component={SetupPage} />
    <Route>
      <Redirect to={paths.login} replace />
    </Route>
  </Switch>
)

function Unreachable() {
  const { t } = useTranslation()
  return (
    <main className="flex h-full items-center justify-center">
      <ErrorState title={t('shell.unreachableTitle')} text={t('shell.unreachableText')} onRetry={boot} />
    </main>
  )
}
