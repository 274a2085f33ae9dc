import type { ReadonlySignal } from '@preact/signals-react'
import { memo } from 'react'
import { formatDate } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'

const millisecondsPerDay = 24 * 3_600_000

/** Name of a day given as dd/MM/yyyy: today, yesterday, or the date. */
function useDayName(day: string) {
  const { t } = useTranslation()
  const now = Date.now()
  if (day === formatDate(new Date(now).toISOString())) return t('common.today')
  return day === formatDate(new Date(now - millisecondsPerDay).toISOString()) ? t('common.yesterday') : day
}

const chip = 'rounded-full border border-line bg-surface px-3 py-0.5 text-muted text-xs tabular-nums'

export const DayChip = memo(function DayChip({ day }: { day: string }) {
  return (
    <div className="flex justify-center py-2">
      <span className={chip}>{useDayName(day)}</span>
    </div>
  )
})

/** Day of the visible messages, fixed at the top; nothing where the day's own chip is visible. */
export function StickyDay({ day }: { day: ReadonlySignal<string | null> }) {
  const now = useValue(day)
  return now && <FloatingDay day={now} />
}

function FloatingDay({ day }: { day: string }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-0 top-2 z-2 flex justify-center">
      <span className={`${chip} shadow-e2`}>{useDayName(day)}</span>
    </div>
  )
}
