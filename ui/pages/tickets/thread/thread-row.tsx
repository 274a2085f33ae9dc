import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { day } from '../../../lib/time'
import { Bubble, type BubbleProps } from '../bubble/bubble'
import type { Row } from '../store/rows'

type ThreadRowProps = Omit<BubbleProps, 'entry' | 'first' | 'last'> & { row: Row }

/** A chip, a line, or a bubble. */
export function ThreadRow({ row, ...rest }: ThreadRowProps) {
  const { t } = useTranslation()
  switch (row.kind) {
    case 'bubble':
      return <Bubble {...rest} entry={row.bubble} first={row.first} last={row.last} />
    case 'day':
      return <DayChip iso={row.iso} />
    case 'unread':
      return (
        <div className="my-2 flex items-center gap-3 px-6 font-medium text-accent-ink text-xs">
          <span className="h-px flex-1 bg-accent" />
          {t('tickets.unreadHere')}
          <span className="h-px flex-1 bg-accent" />
        </div>
      )
    case 'start':
      return <p className="py-4 text-center text-faint text-xs">{t('tickets.threadStart')}</p>
  }
}

const DayChip = memo(function DayChip({ iso }: { iso: string }) {
  const { t } = useTranslation()
  const name = day(iso)
  return (
    <div className="flex justify-center py-2">
      <span className="rounded-full border border-line bg-surface px-3 py-0.5 text-muted text-xs tabular-nums">
        {name === 'today' ? t('common.today') : name === 'yesterday' ? t('common.yesterday') : name}
      </span>
    </div>
  )
})
