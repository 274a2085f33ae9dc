import { ArrowDownUp, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../components/button'
import { Tooltip } from '../../../../components/tooltip'
import { useShortcut } from '../../../../lib/keys'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { acceptNextTicket } from '../actions/ticket-actions'
import { setSort } from '../store/change-filters'
import { type Sorted, sorts } from '../store/sort'
import { counts } from '../store/tickets'

/**
 * Above the lists of open and of waiting tickets: the next customer by one press, and the order of the list. Present
 * also while no customer waits, so that no row moves when one comes.
 */
export const ListBar = ({ name }: { name: Sorted }) => (
  <div className="flex shrink-0 items-center justify-between gap-2 border-line border-b px-3 py-1.5">
    <AcceptNext />
    <SortButton name={name} />
  </div>
)

/** Accepts the ticket that has waited longest among those that the filter of the waiting list leaves. */
function AcceptNext() {
  const { t } = useTranslation()
  const isEmpty = useValue(counts.pending) === 0
  const shortcut = useShortcut('ticket.acceptNext')
  const [isBusy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    await acceptNextTicket()
    setBusy(false)
  }
  return (
    <Tooltip text={t('keys.acceptNext')} shortcut={shortcut}>
      <Button
        variant="primary"
        size="sm"
        icon={<UserRoundCheck aria-hidden />}
        busy={isBusy}
        disabled={isEmpty && !isBusy}
        aria-keyshortcuts={shortcut}
        onClick={accept}
      >
        {t('tickets.acceptNext')}
      </Button>
    </Tooltip>
  )
}

/** Switches a list between the longest wait first and the latest change first. */
function SortButton({ name }: { name: Sorted }) {
  const { t } = useTranslation()
  const sort = useValue(sorts)[name]
  const label = t(sort === 'waiting' ? 'tickets.longestFirst' : 'tickets.latestFirst')
  return (
    <Button
      variant="quiet"
      size="sm"
      className="min-w-0 shrink! px-2!"
      icon={<ArrowDownUp aria-hidden />}
      aria-label={t('tickets.orderOf', { name: label })}
      onClick={() => setSort(name, sort === 'waiting' ? 'latest' : 'waiting')}
    >
      <span className="truncate">{label}</span>
    </Button>
  )
}
