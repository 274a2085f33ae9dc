import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useCampaignAlerts } from '../campaign/campaign-alerts'
import { ConfirmHost } from '../components/confirm'
import { Drawer } from '../components/drawer'
import { IconButton } from '../components/icon-button'
import { useCampaignFlag } from '../lib/campaign-flag'
import { classes } from '../lib/classes'
import { connections, useConnectionsLive } from '../lib/connections'
import { useHealthLive } from '../lib/health'
import { useIntegrationAlerts } from '../lib/integration-alerts'
import { useLicenceLive } from '../lib/licence'
import { breakpoints, useMediaQuery } from '../lib/media-query'
import { useOutbox } from '../lib/outbox/use-outbox'
import { usePromptAlerts } from '../lib/prompt-alerts'
import { startRealtime } from '../lib/realtime'
import { loadServerVersion, serverVersion } from '../lib/system'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { PaletteHost } from '../palette/palette-host'
import { Logo } from './logo'
import { Navigation } from './navigation'
import { OfflineBanner } from './offline-banner'
import { OutageBanner } from './outage-banner'
import { Preferences } from './preferences'
import { railWidths, storeRailNames, useRailForm } from './rail-form'
import { SupportBanner } from './support-banner'
import { TopBar } from './top-bar'
import { UnsentBanner } from './unsent-banner'
import { UnsentHost } from './unsent-dialog'

/** Frame of all private pages: rail, top bar, banners and the websocket. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [drawerOpen, setDrawerOpen] = useState(false)
  useEffect(startRealtime, [])
  useOutbox()
  useConnectionsLive()
  useHealthLive()
  useLicenceLive()
  usePromptAlerts()
  useIntegrationAlerts()
  useCampaignAlerts()
  useCampaignFlag()
  useEffect(() => void connections.reload(), [])
  useCloseOnNavigation(() => setDrawerOpen(false))
  const [address] = useLocation()

  return (
    <div ref={useFocusTop()} tabIndex={-1} className="flex h-full flex-col bg-ground outline-none safe-x">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t('common.skipToContent')}
      </a>
      <OfflineBanner />
      <UnsentBanner />
      <SupportBanner />
      <OutageBanner />
      <div className="flex min-h-0 flex-1">
        <Rail />
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar onMenu={() => setDrawerOpen(true)} isHiddenOnPhones={isConversation(address)} />
          <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
            {children}
          </main>
        </div>
      </div>
      <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} label={t('shell.menu')}>
        <RailHead showNames />
        <div className="scroll-hint-y min-h-0 flex-1 overflow-y-auto py-2">
          <Navigation form="names" onGo={() => setDrawerOpen(false)} />
        </div>
        <Preferences />
      </Drawer>
      <UnsentHost />
      <ConfirmHost />
      <PaletteHost />
    </div>
  )
}

/** A conversation on a phone has its own bar, with the way back to the list. */
const isConversation = (address: string) => /^\/tickets\/[^/]+$/.test(address)

/** Moves the focus to the top after sign-in; otherwise Tab would continue from the position of the removed form. */
function useFocusTop() {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true })
  }, [])
  return top
}

/** Navigation rail, from 600 px on; with names or captions where they fit. */
function Rail() {
  const { t } = useTranslation()
  const wide = useMediaQuery(breakpoints.wide)
  const form = useRailForm()
  const showNames = form === 'names'
  return (
    <aside
      aria-label={t('shell.menu')}
      className={classes('hidden shrink-0 flex-col border-line border-r bg-surface sm:flex', railWidths[form])}
    >
      <RailHead showNames={showNames} />
      <div
        className={classes(
          'scroll-hint-y min-h-0 flex-1 overflow-y-auto py-2',
          form === 'captions' && '[scrollbar-width:none]',
        )}
      >
        <Navigation form={form} />
      </div>
      {wide && (
        <div className={classes('flex p-2', form === 'captions' && 'justify-center')}>
          <IconButton
            label={showNames ? t('shell.collapseMenu') : t('shell.expandMenu')}
            tooltipSide="right"
            aria-expanded={showNames}
            onClick={() => storeRailNames(!showNames)}
          >
            {showNames ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
          </IconButton>
        </div>
      )}
    </aside>
  )
}

function RailHead({ showNames }: { showNames: boolean }) {
  const { t } = useTranslation()
  const version = useValue(serverVersion)
  useEffect(() => void loadServerVersion(), [])
  return (
    <div
      className={classes(
        'flex h-13 shrink-0 items-center gap-3 border-line border-b',
        showNames ? 'px-4' : 'justify-center',
      )}
    >
      <Logo className="size-7 shrink-0" />
      {showNames && (
        <div className="min-w-0">
          <p className="font-semibold leading-4">{t('common.product')}</p>
          {version && <p className="text-faint text-xs">{t('shell.version', { version })}</p>}
        </div>
      )}
    </div>
  )
}

function useCloseOnNavigation(close: () => void) {
  const [location] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes only when the address changes.
  useEffect(close, [location])
}
