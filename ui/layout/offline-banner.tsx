import { CloudOff } from 'lucide-react'
import { isOffline } from '../lib/offline'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { UnsentCount } from './unsent-banner'

/**
 * Banner while the server is unreachable. The live region is always mounted, because screen readers announce only
 * changes
 * within one.
 */
export function OfflineBanner() {
  const { t } = useTranslation()
  const lost = useValue(isOffline)
  return (
    <div role="status" className="shrink-0">
      {lost && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 bg-warn-soft px-3 py-1.5 text-center text-sm text-warn">
          <CloudOff aria-hidden className="hidden size-4 shrink-0 sm:block" />
          {t('shell.offline')} <UnsentCount />
        </p>
      )}
    </div>
  )
}
