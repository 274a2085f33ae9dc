import { useValue } from '../../../../lib/use-value'
import { bulkClosing, closingTicket, snoozingTicket } from '../store/closing'
import { BulkCloseDialog, CloseDialog } from './close-dialog'
import { SnoozeDialog } from './snooze-dialog'

/** Mounts the dialogs that close and snooze a ticket of the list or on screen; once per page. */
export function TicketDialogsHost() {
  const closing = useValue(closingTicket)
  const bulk = useValue(bulkClosing)
  const snoozing = useValue(snoozingTicket)
  return (
    <>
      {closing && <CloseDialog ticket={closing} onClose={() => (closingTicket.value = null)} />}
      {bulk && <BulkCloseDialog count={bulk.count} onAnswer={bulk.answer} />}
      {snoozing && <SnoozeDialog ticket={snoozing} onClose={() => (snoozingTicket.value = null)} />}
    </>
  )
}
