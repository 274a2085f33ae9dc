import { lazyPage } from '../../../../lib/lazy-page'
import { useValue } from '../../../../lib/use-value'
import { bulkClosing, closingTicket, snoozingTicket } from '../store/closing'

const CloseDialog = lazyPage(() => import('./close-dialog').then((dialog) => dialog.CloseDialog))
const BulkCloseDialog = lazyPage(() => import('./close-dialog').then((dialog) => dialog.BulkCloseDialog))
const SnoozeDialog = lazyPage(() => import('./snooze-dialog').then((dialog) => dialog.SnoozeDialog))

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
