import { signal } from '@preact/signals-react'
import { BellRing, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../components/button'
import { installOption, promptInstall } from '../lib/install'
import { pushState } from '../lib/push'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/** True after "later", until the page is loaded again. */
const isPostponed = signal(false)

/** Offers push notifications while they are off and explains them before the browser asks for permission. */
export function PushOffer({ onSettings }: { onSettings: () => void }) {
  const { t } = useTranslation()
  const state = useValue(pushState)
  if (useValue(isPostponed) || state !== 'off') return null
  return (
    <Offer icon={<BellRing aria-hidden />} text={t('notifications.offer')}>
      <Button size="sm" variant="primary" onClick={onSettings}>
        {t('notifications.offerAction')}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => {
          isPostponed.value = true
        }}
      >
        {t('notifications.later')}
      </Button>
    </Offer>
  )
}

/** Offers to install the app where the browser supports it. */
export function InstallCard() {
  const { t } = useTranslation()
  const how = useValue(installOption)
  if (how === 'no') return null
  return (
    <Offer
      icon={<Download aria-hidden />}
      text={how === 'ask' ? t('notifications.install') : t('notifications.installByHand')}
    >
      {how === 'ask' && (
        <Button size="sm" onClick={() => void promptInstall()}>
          {t('notifications.installAction')}
        </Button>
      )}
    </Offer>
  )
}

function Offer({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 border-line border-t bg-ground px-4 py-3 text-sm">
      <p className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        {icon}
        {text}
      </p>
      <div className="flex flex-row-reverse gap-2 empty:hidden">{children}</div>
    </div>
  )
}
