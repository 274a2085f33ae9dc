import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { clearFilters } from '../store/change-filters'
import { maxCount } from '../store/counts'
import { counts, filteredCounts, lists } from '../store/tickets'

/** Last line of a filtered list: how many people the filter leaves out, and its end. */
export function ListFooter({ name }: { name: TicketListName }) {
  const { t } = useTranslation()
  const filtered = useValue(filteredCounts[name])
  const total = useValue(counts[name === 'closed' ? 'all' : name])
  const hasMore = useValue(lists[name].hasMore)
  if (filtered === null || hasMore) return null
  const outside = total - filtered
  // Closed tickets are not counted, and no list beyond the server's limit.
  const isCounted = name !== 'closed' && total < maxCount
  if (isCounted && outside <= 0) return null
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1 p-3 text-center text-faint text-xs">
      <span>{isCounted ? t('lists.outside', { count: outside }) : t('lists.outsideSome')}</span>
      <span aria-hidden>·</span>
      <button
        type="button"
        onClick={clearFilters}
        className="min-h-6 touch:min-h-11 rounded-sm font-semibold text-accent-ink hover:underline"
      >
        {t('lists.clearFilter')}
      </button>
    </p>
  )
}
