import { useId } from 'react'
import { Link } from 'wouter'
import type { DiskSpace } from '../../../../src/features/provider/morning/model'
import { isDiskLow } from '../../../../src/shared/morning'
import { classes } from '../../../lib/classes'
import { fileSize } from '../../../lib/file-size'
import { toSettings } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'

/** Free space of each machine with its trend. */
export function DiskCard({ disks }: { disks: DiskSpace[] }) {
  const { t } = useTranslation()
  const id = useId()
  if (disks.length === 0) return null
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex min-h-11 items-center gap-2 border-line border-b px-4 py-2">
        <h2 id={id} className="flex-1 font-semibold">
          {t('morning.disk')}
        </h2>
        <Link href={toSettings('installation')} className="text-accent-ink text-sm hover:underline">
          {t('morning.diskStep')}
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {disks.map((disk) => (
          <Disk key={disk.node} disk={disk} isNamed={disks.length > 1} />
        ))}
      </ul>
    </section>
  )
}

function Disk({ disk, isNamed }: { disk: DiskSpace; isNamed: boolean }) {
  const { t } = useTranslation()
  const { node, freeBytes, totalBytes } = disk
  const isLow = isDiskLow(disk)
  const used = Math.round((1 - freeBytes / totalBytes) * 100)
  return (
    <li className="px-4 py-3">
      {isNamed && <p className="wrap-anywhere text-muted text-sm">{node}</p>}
      <p className={classes('font-semibold text-2xl tabular-nums', isLow && 'text-danger-ink')}>
        {t('morning.diskFree', { free: fileSize(freeBytes), total: fileSize(totalBytes) })}
      </p>
      <div aria-hidden className="my-2 h-2 overflow-hidden rounded-full bg-sunken dark:bg-hover">
        <div className={classes('h-full', isLow ? 'bg-danger' : 'bg-accent')} style={{ width: `${used}%` }} />
      </div>
      <p className="text-muted text-sm">{useTrend(disk)}</p>
    </li>
  )
}

/** Bytes per day below which the free space counts as steady. */
const steady = 2 ** 20

function useTrend({ bytesPerDay, fullInDays }: DiskSpace): string {
  const { t } = useTranslation()
  if (bytesPerDay === null) return t('morning.diskNew')
  if (Math.abs(bytesPerDay) < steady) return t('morning.diskSteady')
  if (bytesPerDay < 0) return t('morning.diskRateLess', { size: fileSize(-bytesPerDay) })
  const rate = t('morning.diskRate', { size: fileSize(bytesPerDay) })
  return fullInDays === null ? rate : `${rate}, ${t('morning.diskFull', { count: fullInDays })}`
}
