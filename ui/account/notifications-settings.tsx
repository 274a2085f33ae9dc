import { useState } from 'react'
import { Alert } from '../components/alert'
import { Button } from '../components/button'
import { Dialog } from '../components/dialog'
import { Switch } from '../components/switch'
import { api, unwrapResponse } from '../lib/api'
import { productName } from '../lib/look'
import { notifyPreferences, setNotifyPreferences } from '../lib/notify-preferences'
import { disablePush, enablePush, pushState, showNotification, syncPush } from '../lib/push'
import { playSound, type Sound } from '../lib/sound'
import { toastError, toastInfo } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { InstallCard } from './notifications-offers'
import { VolumeControl } from './volume'

/** Do not disturb: mutes this device and its push notifications. */
export function setQuiet(quiet: boolean) {
  setNotifyPreferences({ quiet })
  void syncPush()
}

export function NotificationSettings({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onClose={onClose} title={t('notifications.settings')}>
      <div className="flex flex-col gap-6">
        <Quiet />
        <Desktop />
        <Sounds />
      </div>
      <div className="-mx-4 mt-4 -mb-4">
        <InstallCard />
      </div>
    </Dialog>
  )
}

function Quiet() {
  const { t } = useTranslation()
  const { quiet } = useValue(notifyPreferences)
  return (
    <Switch label={t('notifications.quiet')} hint={t('notifications.quietHint')} checked={quiet} onChange={setQuiet} />
  )
}

/**
 * Switch for system notifications. The browser asks for permission only after this switch, which explains the purpose.
 */
function Desktop() {
  const { t } = useTranslation()
  const state = useValue(pushState)
  const [busy, setBusy] = useState(false)
  const change = async (on: boolean) => {
    setBusy(true)
    await (on ? enablePush() : disablePush()).catch(toastError)
    setBusy(false)
  }
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('notifications.desktop')}</h3>
      <p className="text-muted text-sm">{t('notifications.desktopText')}</p>
      {state === 'unavailable' && <Alert tone="info">{t('notifications.unavailable')}</Alert>}
      {state === 'denied' && <Alert tone="warn">{t('notifications.denied')}</Alert>}
      <Switch
        label={t('notifications.desktopSwitch')}
        checked={state === 'on'}
        disabled={busy || state === 'unavailable' || state === 'denied'}
        onChange={change}
      />
      {state === 'on' && (
        <Button className="self-start" size="sm" onClick={() => void sendTestNotification(t('notifications.testText'))}>
          {t('notifications.test')}
        </Button>
      )}
    </section>
  )
}

/** Sends a test through the push service, which tests the whole path; without a subscription the tab shows it. */
async function sendTestNotification(body: string) {
  try {
    const { sent } = await unwrapResponse(api.push.test.post())
    if (sent === 0) await showNotification({ title: productName(), body, to: location.pathname, tag: 'test' })
    toastInfo(body)
  } catch (failure) {
    toastError(failure)
  }
}

const kinds = [
  ['message', 'notifications.soundMessage'],
  ['pending', 'notifications.soundPending'],
  ['chat', 'notifications.soundChat'],
  ['mention', 'notifications.soundMention'],
] as const satisfies [Sound, string][]

function Sounds() {
  const { t } = useTranslation()
  const { sounds, unfocusedOnly, repeat } = useValue(notifyPreferences)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('notifications.sounds')}</h3>
      <VolumeControl />
      {kinds.map(([kind, text]) => (
        <div key={kind} className="flex items-center justify-between gap-2">
          <Switch
            label={t(text)}
            checked={sounds[kind]}
            onChange={(on) => setNotifyPreferences({ sounds: { ...sounds, [kind]: on } })}
          />
          <Button
            size="sm"
            variant="quiet"
            aria-label={t('notifications.listen', { kind: t(text) })}
            onClick={() => playSound(kind)}
          >
            {t('notifications.listenShort')}
          </Button>
        </div>
      ))}
      <Switch
        label={t('notifications.unfocusedOnly')}
        checked={unfocusedOnly}
        onChange={(on) => setNotifyPreferences({ unfocusedOnly: on })}
      />
      <Switch
        label={t('notifications.repeat')}
        hint={t('notifications.repeatHint')}
        checked={repeat}
        onChange={(on) => setNotifyPreferences({ repeat: on })}
      />
    </section>
  )
}
