import { PhoneOff } from 'lucide-react'
import { Link } from 'wouter'
import { outages } from '../lib/health'
import { paths } from '../lib/paths'
import { formatDateTime, formatTime, relativeDay } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/**
 * Banner for admins while a connection has an outage. The live region is always mounted, so that screen readers
 * announce its content.
 */
export function OutageBanner() {
  const { t } = useTranslation()
  const down = useValue(outages)
  const [first] = down
  return (
    <div role="status" className="shrink-0">
      {first && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 bg-danger-soft px-3 py-1.5 text-center text-danger-ink text-sm">
          <PhoneOff aria-hidden className="hidden size-4 shrink-0 sm:block" />
          {down.length === 1
            ? t('connections.isDown', { name: first.name, time: since(first.since) })
            : t('connections.areDown', { count: down.length, names: down.map(({ name }) => name).join(', ') })}
          <Link to={paths.connections} className="font-medium underline underline-offset-2">
            {t('connections.seeConnections')}
          </Link>
        </p>
      )}
    </div>
  )
}

/** Time of day if today, else date and time. */
const since = (iso: string) => (relativeDay(iso) === 'today' ? formatTime(iso) : formatDateTime(iso))
