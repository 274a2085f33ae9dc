import type { Backups } from '../../../../../src/features/provider/backups/model'
import { Badge } from '../../../../components/badge'
import { backupAge } from '../../../../lib/backup-age'
import { fileSize } from '../../../../lib/file-size'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'

/** State in one word, and the facts of the last and the next backup. */
export function BackupState({ backups }: { backups: Backups }) {
  const { t } = useTranslation()
  const { plan, success, nextAt, kept } = backups
  const facts = [
    ['last', success ? `${formatDateTime(success.at)} (${backupAge(success.at)})` : t('backups.never')],
    ['next', nextAt && formatDateTime(nextAt)],
    ['size', success && fileSize(success.size)],
    ['count', `${kept.length}`],
    ['place', plan?.place],
    ['encryption', plan && t(`backups.by.${plan.encryption}`)],
  ] as const
  return (
    <>
      {/* Announces that a backup begins and how it ends. */}
      <div role="status">
        <StateBadge backups={backups} />
      </div>
      <dl className="mt-3 grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        {facts.map(
          ([term, text]) =>
            text && (
              <div key={term} className="min-w-0">
                <dt className="text-muted text-sm">{t(`backups.${term}`)}</dt>
                <dd className="break-words tabular-nums">{text}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}

function StateBadge({ backups: { isRunning, failures, success } }: { backups: Backups }) {
  const { t } = useTranslation()
  if (isRunning) return <Badge>{t('backups.states.running')}</Badge>
  if (failures > 0) return <Badge tone="danger">{t('backups.states.failed')}</Badge>
  if (!success) return <Badge tone="warn">{t('backups.states.none')}</Badge>
  return <Badge tone="good">{t('backups.states.good')}</Badge>
}
