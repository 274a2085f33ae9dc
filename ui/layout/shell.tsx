import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { AccountDialogs } from '../account/account-dialogs'
import { useAnnouncements } from '../account/announcements'
import { useCampaignAlerts } from '../campaign/campaign-alerts'
import { ConfirmHost } from '../components/confirm'
import { sidePlaceId } from '../components/side-panel'
import { useBackupAlert } from '../lib/backup-alert'
import { useCampaignFlag } from '../lib/campaign-flag'
import { connections, useConnectionsLive } from '../lib/connections'
import { useHealthLive } from '../lib/health'
import { useIntegrationAlerts } from '../lib/integration-alerts'
import { useLicenceLive } from '../lib/licence'
import { breakpoints, useMediaQuery } from '../lib/media-query'
import { useOutbox } from '../lib/outbox/use-outbox'
import { usePromptAlerts } from '../lib/prompt-alerts'
import { startRealtime } from '../lib/realtime'
import { useTranslation } from '../lib/use-translation'
import { PaletteHost } from '../palette/palette-host'
import { DueBanner } from './due-banner'
import { OfflineBanner } from './offline-banner'
import { OutageBanner } from './outage-banner'
import { SectionPanel } from './panel/section-panel'
import { SectionStrip } from './panel/section-strip'
import { BottomBar } from './phone/bottom-bar'
import { Rail } from './rail/rail'
import { SaveBar } from './save-bar'
import { SupportBanner } from './support-banner'
import { UnsentBanner } from './unsent-banner'
import { UnsentHost } from './unsent-dialog'
import { useNotifications } from './use-notifications'

/** Frame of all private pages: rail, second panel, banners and the websocket; on a phone a bar at the bottom. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  useEffect(startRealtime, [])
  useOutbox()
  useConnectionsLive()
  useHealthLive()
  useLicenceLive()
  usePromptAlerts()
  useIntegrationAlerts()
  useBackupAlert()
  useCampaignAlerts()
  useCampaignFlag()
  useNotifications()
  useAnnouncements()
  useEffect(() => void connections.reload(), [])
  const [address] = useLocation()
  const isPhone = useMediaQuery(breakpoints.phone)

  return (
    <div
      ref={useFocusTop()}
      tabIndex={-1}
      className="flex h-full flex-col bg-ground pt-(--safe-top) outline-none safe-x"
    >
      {/* First, because the action registered last is asked first: those of the page take precedence. */}
      <PaletteHost />
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
      <DueBanner />
      <div className="flex min-h-0 flex-1">
        {!isPhone && <Rail />}
        <SectionPanel />
        <div className="flex min-w-0 flex-1 flex-col">
          <SectionStrip />
          <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
            {children}
            <SaveBar />
          </main>
        </div>
        <div id={sidePlaceId} className="contents" />
      </div>
      {isPhone && !isConversation(address) && <BottomBar />}
      <AccountDialogs />
      <UnsentHost />
      <ConfirmHost />
    </div>
  )
}

/** A conversation on a phone has its own bar, with the way back to the list, and the whole height. */
const isConversation = (address: string) => /^\/tickets\/[^/]+$/.test(address)

/** Moves the focus to the top after sign-in; otherwise Tab would continue from the position of the removed form. */
function useFocusTop() {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true })
  }, [])
  return top
}
