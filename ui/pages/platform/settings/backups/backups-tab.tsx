import { DatabaseBackup } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Backups } from '../../../../../src/features/provider/backups/model'
import { Alert } from '../../../../components/alert'
import { Button } from '../../../../components/button'
import { ErrorState } from '../../../../components/error-state'
import { SkeletonRows } from '../../../../components/skeleton'
import { useTranslation } from '../../../../lib/use-translation'
import { BackupList } from './backup-list'
import { BackupState } from './backup-state'
import { useBackups } from './use-backups'

/** Backups of the installation: state, a run by hand, what to do after a failure, and their `rules`. */
export function BackupsTab({ rules }: { rules?: ReactNode }) {
  const { t } = useTranslation()
  const { backups, failure, load, start } = useBackups()
  if (!backups)
    return failure ? <ErrorState failure={failure} onRetry={load} /> : <SkeletonRows rows={4} avatar={false} />
  const { isServer, plan, isRunning, kept, local } = backups
  return (
    <div className="flex flex-col gap-6">
      <Notices backups={backups} />
      {plan && !isServer && (
        <>
          <section aria-label={t('backups.state')} className="rounded-lg border border-line bg-surface p-4">
            <BackupState backups={backups} />
            <Button
              className="mt-4"
              icon={<DatabaseBackup aria-hidden />}
              busy={isRunning}
              onClick={() => void start()}
            >
              {t('backups.now')}
            </Button>
          </section>
          <BackupList title={t('backups.kept')} backups={kept} />
          <BackupList title={t('backups.local')} backups={local} />
          {rules}
        </>
      )}
    </div>
  )
}

/** Notices of a missing place, a failure and damaged files, each with its next step. */
function Notices({ backups: { isServer, plan, failures, problem, success } }: { backups: Backups }) {
  const { t } = useTranslation()
  const file = (name: string) => <code className="select-all">{name}</code>
  if (isServer)
    return (
      <Alert tone="info" title={t('backups.onServer')}>
        {t('backups.onServerText')} {file('docs/several-machines.md')}
      </Alert>
    )
  if (!plan)
    return (
      <Alert tone="warn" title={t('backups.off')}>
        {t('backups.offText')} {file('docs/backups.md')}
      </Alert>
    )
  const damaged = success?.damaged ?? 0
  return (
    <>
      {problem && (
        <Alert tone={failures > 0 ? 'danger' : 'warn'} title={t(failures > 0 ? 'backups.failed' : 'backups.warning')}>
          <p lang="en" className="break-words">
            {problem}
          </p>
          <p className="mt-1">
            {t(failures > 0 ? 'backups.retried' : 'backups.reasons')} {file('docs/backups.md')}
          </p>
        </Alert>
      )}
      {damaged > 0 && <Alert tone="warn" title={t('backups.damaged', { count: damaged })} />}
    </>
  )
}
