import { Bell, BellOff, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { openAccountDialog } from '../../account/account-dialogs'
import { InstallCard, PushOffer } from '../../account/notifications-offers'
import { setQuiet } from '../../account/notifications-settings'
import { CornerCount } from '../../components/badge'
import { IconButton } from '../../components/icon-button'
import { Popover } from '../../components/popover'
import { Tabs, tabPanelProps } from '../../components/tabs'
import { attention } from '../../lib/attention'
import { countText } from '../../lib/count-text'
import { notifyPreferences } from '../../lib/notify-preferences'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { AttentionList } from './attention-list'
import { NotificationHistory } from './notifications-history'

type Tab = 'now' | 'history'

/** Bell: waiting work, history, and the way to the notification settings. `onGo` closes the sheet that holds it. */
export function Notifications({ side, onGo }: { side?: 'right'; onGo?: () => void }) {
  const { t } = useTranslation()
  const { count, more } = useValue(attention)
  const { quiet } = useValue(notifyPreferences)
  const label = count > 0 ? t('notifications.bell', { count, shown: countText(count, more) }) : t('notifications.title')
  return (
    <Popover
      label={t('notifications.title')}
      side={side}
      className="p-0!"
      trigger={
        <IconButton label={label} tooltipSide={side}>
          {quiet ? <BellOff aria-hidden /> : <Bell aria-hidden />}
          <CornerCount count={count} more={more} />
        </IconButton>
      }
    >
      {(close) => {
        const leave = () => {
          close()
          onGo?.()
        }
        return (
          <Panel
            onClose={leave}
            onSettings={() => {
              leave()
              openAccountDialog('notifications')
            }}
          />
        )
      }}
    </Popover>
  )
}

function Panel({ onClose, onSettings }: { onClose: () => void; onSettings: () => void }) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<Tab>('now')
  const { quiet } = useValue(notifyPreferences)
  return (
    <div className="flex max-h-[min(36rem,80dvh)] w-88 max-w-[calc(100vw-18px)] flex-col">
      <div className="flex items-center gap-1 py-1 pr-1 pl-4">
        <p className="flex-1 font-semibold">{t('notifications.title')}</p>
        <IconButton label={t('notifications.quiet')} pressed={quiet} onClick={() => setQuiet(!quiet)}>
          <BellOff aria-hidden />
        </IconButton>
        <IconButton label={t('notifications.settings')} onClick={onSettings}>
          <Settings2 aria-hidden />
        </IconButton>
      </div>
      {quiet && <p className="bg-warn-soft px-4 py-2 text-sm text-warn">{t('notifications.quietOn')}</p>}
      <Tabs
        id="notifications"
        size="sm"
        label={t('notifications.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'now', label: t('notifications.now') },
          { value: 'history', label: t('notifications.history') },
        ]}
      />
      <div {...tabPanelProps('notifications', tab)} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {tab === 'now' ? <AttentionList onGo={onClose} /> : <NotificationHistory onGo={onClose} />}
      </div>
      <PushOffer onSettings={onSettings} />
      <InstallCard />
    </div>
  )
}
