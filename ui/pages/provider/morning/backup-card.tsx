import { useEffect, useId, useState } from 'react'
import { Link } from 'wouter'
import type { Backups } from '../../../../src/features/provider/backups/model'
import { type BackupAge, isBackupLate } from '../../../../src/shared/morning'
import { api, unwrapResponse } from '../../../lib/api'
import { backupAge } from '../../../lib/backup-age'
import { receiveBackups } from '../../../lib/backup-alert'
import { classes } from '../../../lib/classes'
import { toSettings } from '../../../lib/paths'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

/**
 * Age of the last backup, in red when it is late; nothing with a database that a server backs up. Reads the reason of a
 * failure again with each new `state` of the overview.
 */
export function BackupCard({ state }: { state: BackupAge }) {
  const { t } = useTranslation()
  const id = useId()
  const [backups, setBackups] = useState<Backups | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again with the overview
  useEffect(() => {
    // Without an answer the page is complete as well.
    unwrapResponse(api.backups.get()).then(
      (answer) => {
        setBackups(answer)
        receiveBackups(answer)
      },
      () => {},
    )
  }, [state])
  if (!backups || backups.isServer) return null
  const { plan, success, failures, problem } = backups
  const isLate = isBackupLate(state, Date.now())
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex min-h-11 items-center gap-2 border-line border-b px-4 py-2">
        <h2 id={id} className="flex-1 font-semibold">
          {t('backups.last')}
        </h2>
        <Link href={toSettings('backups')} className="text-accent-ink text-sm hover:underline">
          {t('backups.open')}
        </Link>
      </div>
      <div className="px-4 py-3">
        <p className={classes('font-semibold', success && 'text-2xl tabular-nums', isLate && 'text-danger-ink')}>
          {!plan ? t('backups.off') : success ? backupAge(success.at) : t('backups.never')}
        </p>
        {success && <p className="text-muted text-sm tabular-nums">{formatDateTime(success.at)}</p>}
        {failures > 0 && (
          <p lang="en" className="wrap-anywhere mt-1 text-danger-ink text-sm">
            {problem}
          </p>
        )}
      </div>
    </section>
  )
}
