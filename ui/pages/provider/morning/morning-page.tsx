import { BellRing, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { Morning } from '../../../../src/features/provider/morning/model'
import { isBackupLate, isDiskLow } from '../../../../src/shared/morning'
import { Button } from '../../../components/button'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { SkeletonRows } from '../../../components/skeleton'
import { paths } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { formatTime } from '../../../lib/time'
import { useTitle } from '../../../lib/title'
import { toastInfo } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { BackupCard } from './backup-card'
import { CompanyTable } from './company-table'
import { DiskCard } from './disk-card'
import { problemParts } from './lines'
import { RevenueCard } from './revenue-card'
import { Sections } from './sections'
import { useMorning } from './use-morning'
import { WishDialog } from './wish-dialog'

/** The provider's overview, for super users; others get a message and are redirected. */
export function MorningPage() {
  return useMe().super ? <Page /> : <RedirectHome />
}

function RedirectHome() {
  const { t } = useTranslation()
  useEffect(() => toastInfo(t('morning.refused')), [t])
  return <Redirect to={paths.home} replace />
}

/** Ends the link in the mail, which opens the wish for it. */
const mailHash = '#mail'

function Page() {
  const { t } = useTranslation()
  const { morning, failure, load } = useMorning()
  const [isWishing, setWishing] = useState(location.hash === mailHash)
  useTitle(t('morning.title'))
  useEffect(() => {
    // A page loaded again must not ask again.
    if (location.hash === mailHash) history.replaceState(history.state, '', location.pathname)
  }, [])
  return (
    <div className="page">
      <PageHead
        title={t('morning.title')}
        lead={morning ? t('morning.lead', { time: formatTime(morning.at) }) : t('explain.morning')}
      >
        <Button icon={<BellRing aria-hidden />} onClick={() => setWishing(true)}>
          {t('morning.wish')}
        </Button>
      </PageHead>
      {morning ? (
        <Overview morning={morning} />
      ) : failure ? (
        <ErrorState failure={failure} onRetry={load} />
      ) : (
        <SkeletonRows rows={6} avatar={false} />
      )}
      <CompanyTable />
      {isWishing && <WishDialog onClose={() => setWishing(false)} />}
    </div>
  )
}

function Overview({ morning }: { morning: Morning }) {
  const { t } = useTranslation()
  const isCalm =
    problemParts.every((part) => morning[part].count === 0) &&
    !morning.disks.some(isDiskLow) &&
    !isBackupLate(morning.backup, Date.now())
  return (
    <>
      {isCalm && (
        <p className="mb-4 flex items-start gap-2 rounded-lg border border-line bg-surface px-4 py-3">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          <span>
            <span className="block font-semibold">{t('morning.calm')}</span>
            <span className="block text-muted text-sm">{t('morning.calmText')}</span>
          </span>
        </p>
      )}
      <Sections morning={morning} isCalm={isCalm} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <RevenueCard revenue={morning.revenue} />
        <div className="flex min-w-0 flex-col gap-4">
          <DiskCard disks={morning.disks} />
          <BackupCard state={morning.backup} />
        </div>
      </div>
    </>
  )
}
