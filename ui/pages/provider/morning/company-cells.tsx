import type { CompanyLine } from '../../../../src/features/provider/morning/model'
import { nearlyFull, planParts } from '../../../../src/shared/morning'
import { Badge } from '../../../components/badge'
import { classes } from '../../../lib/classes'
import { fileSize } from '../../../lib/file-size'
import { dueDay, formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

interface CellProps {
  row: CompanyLine
}

/** Why the company needs the provider. */
export function Problems({ row: { problems, status } }: CellProps) {
  const { t } = useTranslation()
  if (status && problems.length === 0) return null
  return (
    <span className="mt-0.5 flex flex-wrap gap-1">
      {!status && <Badge>{t('companies.off')}</Badge>}
      {problems.map((problem) => (
        <Badge key={problem} tone="warn" className="font-medium!">
          {t(`morning.problems.${problem}`)}
        </Badge>
      ))}
    </span>
  )
}

/** Days from which only the date of a licence is shown. */
const longDays = 3650

export function Licence({ row: { plan, trial, dueDate, daysLeft } }: CellProps) {
  const { t } = useTranslation()
  const due =
    daysLeft === 0
      ? t('companies.dueToday')
      : daysLeft > 0
        ? t('companies.due', { count: daysLeft })
        : t('companies.over', { count: -daysLeft })
  return (
    <span className="block text-sm">
      <span className="block">{[plan, trial && t('morning.onTrial')].filter(Boolean).join(' · ')}</span>
      <span className={classes('block tabular-nums', daysLeft < 0 ? 'text-danger-ink' : 'text-muted')}>
        {daysLeft > longDays ? dueDay(dueDate) : `${dueDay(dueDate)} · ${due}`}
      </span>
    </span>
  )
}

export function Usage({ row }: CellProps) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm tabular-nums">
      {planParts.map((part) => {
        const { used, limit } = row[part]
        const text = part === 'storage' ? fileSize : String
        const isFull = limit > 0 && used >= (limit * nearlyFull) / 100
        return (
          <span key={part} className={classes('whitespace-nowrap', isFull ? 'font-medium text-warn' : 'text-muted')}>
            {t(`morning.partNames.${part}`)} {text(used)}
            {limit > 0 && `/${text(limit)}`}
          </span>
        )
      })}
    </span>
  )
}

export function Activity({ row: { activeAt } }: CellProps) {
  const { t } = useTranslation()
  return (
    <span className="text-muted text-sm tabular-nums">
      <span className="lg:sr-only">{t('morning.activity')}: </span>
      {activeAt ? formatDateTime(activeAt) : t('morning.never')}
    </span>
  )
}
