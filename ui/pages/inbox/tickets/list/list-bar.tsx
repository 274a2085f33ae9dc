import { ArrowDownWideNarrow, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { Button } from '../../../../components/button'
import { Menu } from '../../../../components/menu'
import { Tooltip } from '../../../../components/tooltip'
import { useShortcut } from '../../../../lib/keys'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { acceptNextTicket } from '../actions/ticket-actions'
import { setSort } from '../store/change-filters'
import { sorts, sortsOf } from '../store/sort'
import { counts, filteredCounts } from '../store/tickets'
import { FilterChips } from './filter-chips'
import { ListFilters } from './list-filters'
import { useFilterChips } from './use-filter-chips'

/**
 * Above the rows: order, filters in force, and the next customer by one press. Present also while no customer waits, so
 * that no row moves when one comes. A narrow page has it only while a filter is in force: its other parts stand elsewhere.
 */
export function ListBar({ name }: { name: TicketListName }) {
  const chips = useFilterChips(name)
  return (
    <div
      className={`${chips.length > 0 ? 'flex' : 'hidden'} h-9 shrink-0 items-center gap-1 pr-2 pl-2.5 text-xs @3xl/tickets:flex`}
    >
      <span className="hidden items-center @3xl/tickets:flex">
        <SortMenu name={name} />
        <ListFilters name={name} size="sm" />
      </span>
      <FilterChips chips={chips} />
      <span className="hidden @3xl/tickets:block">
        <AcceptNext />
      </span>
    </div>
  )
}

/** Accepts the ticket that has waited longest among those that the filter of the waiting list leaves. */
export function AcceptNext({ isFloating = false }: { isFloating?: boolean }) {
  const { t } = useTranslation()
  const total = useValue(counts.waiting)
  const filtered = useValue(filteredCounts.waiting)
  const isEmpty = (filtered ?? total) === 0
  const shortcut = useShortcut('ticket.acceptNext')
  const [isBusy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    await acceptNextTicket()
    setBusy(false)
  }
  if (isFloating && isEmpty && !isBusy) return null
  return (
    <Tooltip text={t('keys.acceptNext')} shortcut={shortcut}>
      <Button
        variant={isFloating ? 'primary' : 'secondary'}
        size={isFloating ? 'md' : 'sm'}
        icon={isFloating && <UserRoundCheck aria-hidden />}
        busy={isBusy}
        disabled={isEmpty && !isBusy}
        aria-keyshortcuts={shortcut}
        onClick={accept}
        className={
          isFloating ? 'rounded-full! shadow-e2' : 'border-transparent! bg-accent-soft! px-2.5! text-accent-ink!'
        }
      >
        {t('tickets.acceptNext')}
      </Button>
    </Tooltip>
  )
}

/** Order of a list; a list with one order only names it. */
function SortMenu({ name }: { name: TicketListName }) {
  const { t } = useTranslation()
  const chosen = useValue(sorts)[name]
  const label = t(`lists.sort.${chosen}`)
  if (sortsOf[name].length === 1)
    return (
      <span className="flex h-7 items-center gap-1.5 px-1 text-muted [&_svg]:size-4">
        <ArrowDownWideNarrow aria-hidden />
        {label}
      </span>
    )
  return (
    <Menu
      align="start"
      trigger={
        <Button
          variant="quiet"
          size="sm"
          className="h-7! px-1! text-xs! touch:h-control!"
          icon={<ArrowDownWideNarrow aria-hidden />}
          aria-label={t('tickets.orderOf', { name: label })}
        >
          {label}
        </Button>
      }
      entries={sortsOf[name].map((sort) => ({
        label: t(`lists.sortBy.${sort}`),
        checked: sort === chosen,
        onSelect: () => setSort(name, sort),
      }))}
    />
  )
}
