import { FlaskConical, Smartphone } from 'lucide-react'
import { simulatorUrl } from '../lib/simulator-url'
import { system } from '../lib/system'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/** Shown on every screen of `balcao demo`, and of a server with a simulated WhatsApp; links to the customers' phones. */
export function DemoBanner() {
  const { t } = useTranslation()
  const isDemo = useValue(system)?.demo === true
  const url = useValue(simulatorUrl)
  if (!isDemo && !url) return null
  return (
    <aside className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 bg-info-soft px-3 py-1 text-center text-info text-xs">
      <span className="flex items-center gap-2">
        <FlaskConical aria-hidden className="size-3.5 shrink-0" />
        {t(isDemo ? 'shell.demo' : 'shell.simulated')}
      </span>
      {url && (
        <a
          href={url}
          target="balcao-simulator"
          rel="noreferrer"
          className="flex items-center gap-1 font-medium underline underline-offset-2 touch:py-2"
        >
          <Smartphone aria-hidden className="size-3.5 shrink-0" />
          {t('shell.toSimulator')}
        </a>
      )}
    </aside>
  )
}
