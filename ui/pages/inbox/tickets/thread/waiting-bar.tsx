import { useState } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Button } from '../../../../components/button'
import { useShortcut } from '../../../../lib/keys'
import { useTranslation } from '../../../../lib/use-translation'
import { goToTicket, neighbour } from '../actions/next-ticket'
import { acceptTicket } from '../actions/ticket-actions'

/** In place of the composer of a waiting ticket: accepts it and leaves the focus in the composer. */
export function WaitingBar({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const shortcut = useShortcut('ticket.accept')
  const next = neighbour(1, ticket)
  const accept = async () => {
    setBusy(true)
    await acceptTicket(ticket)
    setBusy(false)
  }
  return (
    <div className="safe-bottom px-2 @lg/conversation:px-4 @lg/conversation:pb-3">
      <div className="flex flex-wrap items-center gap-2 rounded-xl border border-line bg-surface px-4 py-2 shadow-e1">
        <p className="min-w-40 flex-1 text-muted text-sm">
          {t(ticket.chatbot ? 'tickets.waitingRobot' : 'tickets.waitingReader')}
        </p>
        {next && next.id !== ticket.id && (
          <Button className="hidden! @xl/conversation:inline-flex!" onClick={() => goToTicket(next)}>
            {t('tickets.seeNext')}
          </Button>
        )}
        <Button variant="primary" busy={isBusy} aria-keyshortcuts={shortcut} onClick={accept}>
          {t('tickets.acceptAndAnswer')}
          {shortcut && <kbd className="font-sans text-xs touch:hidden">{shortcut.replace('Control', 'Ctrl')}</kbd>}
        </Button>
      </div>
    </div>
  )
}
