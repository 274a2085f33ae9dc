import { useMemo } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { isSelecting, selectedSignal, selectUpTo, toggleSelected } from '../store/selection'

/** Checkbox over the avatar: on hover, and on every row while one is selected. */
export function SelectMark({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const checked = useValue(useMemo(() => selectedSignal(ticket.id), [ticket.id]))
  const selecting = useValue(isSelecting)
  return (
    <label
      data-select
      className={classes(
        'absolute inset-y-0 left-0 z-10 flex w-14.5 cursor-pointer items-center justify-center bg-inherit pr-0.5',
        !selecting && 'opacity-0 focus-within:opacity-100 group-hover:opacity-100 touch:hidden',
      )}
    >
      <input
        type="checkbox"
        data-beside
        tabIndex={-1}
        checked={checked}
        aria-label={t('inbox.selectOf', { name: ticketContactName(ticket) })}
        onChange={({ nativeEvent }) =>
          (nativeEvent as MouseEvent).shiftKey ? selectUpTo(ticket.id) : toggleSelected(ticket.id)
        }
        className="size-4.5 cursor-pointer accent-accent"
      />
    </label>
  )
}
