import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { maxCount } from '../store/counts'
import { counts, filteredCounts } from '../store/tickets'

/** Text of a number of tickets; the server counts up to `maxCount`. */
const shortCount = (count: number) => (count >= maxCount ? `${maxCount - 1}+` : String(count))

/** Number of tickets of a list, of the chosen one with those that the filter leaves: "5 de 8"; '' without a number. */
export function useCountText(name: TicketListName, isChosen: boolean): string {
  const { t } = useTranslation()
  const filtered = useValue(filteredCounts[name])
  const counted = name === 'closed' ? null : name
  const total = useValue(counts[counted ?? 'mine'])
  const isFiltered = isChosen && filtered !== null
  if (!counted) return isFiltered ? shortCount(filtered) : ''
  if (isFiltered) return t('lists.ofTotal', { count: shortCount(filtered), total: shortCount(total) })
  return total > 0 ? shortCount(total) : ''
}
