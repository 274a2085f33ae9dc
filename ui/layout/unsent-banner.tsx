import { MailWarning } from 'lucide-react'
import { useLocation } from 'wouter'
import { classes } from '../lib/classes'
import { isOffline } from '../lib/offline'
import { undeliveredEntries } from '../lib/outbox/entries'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { showUnsent } from './unsent-dialog'

/**
 * Banner for waiting and failed messages of conversations that are not open. While the server is unreachable, the
 * offline
 * banner shows them instead. The live region is always mounted, because screen readers announce only changes within
 * one.
 */
export function UnsentBanner() {
  const { t } = useTranslation()
  const [location] = useLocation()
  const lost = useValue(isOffline)
  const elsewhere = useValue(undeliveredEntries).filter(({ uuid }) => !location.endsWith(`/${uuid}`))
  const failed = elsewhere.filter(({ state }) => state === 'failed').length
  return (
    <div role="status" className="shrink-0">
      {!lost && elsewhere.length > 0 && (
        <p
          className={classes(
            'flex flex-wrap items-center justify-center gap-x-2 px-3 py-1.5 text-center text-sm',
            failed > 0 ? 'bg-danger-soft text-danger-ink' : 'bg-warn-soft text-warn',
          )}
        >
          <MailWarning aria-hidden className="hidden size-4 shrink-0 sm:block" />
          {failed > 0
            ? t('unsent.failedCount', { count: failed })
            : t('unsent.waitingCount', { count: elsewhere.length })}
          <ShowUnsent />
        </p>
      )}
    </div>
  )
}

/** Text in the offline banner: number of waiting messages, or that replies are stored and sent later. */
export function UnsentCount() {
  const { t } = useTranslation()
  const { length } = useValue(undeliveredEntries)
  if (length === 0) return <span>{t('shell.offlineKept')}</span>
  return (
    <>
      <strong className="font-semibold">{t('unsent.waitingCount', { count: length })}</strong>
      <ShowUnsent />
    </>
  )
}

function ShowUnsent() {
  const { t } = useTranslation()
  return (
    <button type="button" onClick={showUnsent} className="fingertip font-medium underline underline-offset-2">
      {t('unsent.show')}
    </button>
  )
}
