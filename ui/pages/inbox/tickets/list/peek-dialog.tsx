import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { acceptTicket, stopBot } from '../actions/ticket-actions'
import { getThread, openThread } from '../store/threads'
import { MessageList } from '../thread/message-list'

/** Ticket in the preview, or null. */
const previewedTicket = signal<Ticket | null>(null)
export const openPeek = (ticket: Ticket) => {
  previewedTicket.value = ticket
}

/** Preview of a pending ticket without accepting it: no read receipts are sent. For admins. */
export function PeekHost() {
  const ticket = useValue(previewedTicket)
  return ticket && <PeekDialog key={ticket.id} initialTicket={ticket} />
}

const close = () => {
  previewedTicket.value = null
}

function PeekDialog({ initialTicket }: { initialTicket: Ticket }) {
  const { t } = useTranslation()
  const thread = getThread(initialTicket)
  const ticket = useValue(thread.ticket)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per ticket.
  useEffect(() => void openThread(initialTicket), [initialTicket.id])
  const accept = async () => {
    close()
    await acceptTicket(ticket)
  }
  return (
    <Dialog
      open
      size="lg"
      onClose={close}
      title={t('inbox.peekTitle', { name: ticketContactName(ticket) })}
      footer={
        <>
          <p className="min-w-0 basis-full self-center text-muted text-sm sm:flex-1 sm:basis-0">
            {t('inbox.peekHint')}
          </p>
          <Button onClick={close}>{t('common.close')}</Button>
          {ticket.status === 'pending' && ticket.chatbot && (
            <Button onClick={() => void stopBot(ticket)}>{t('tickets.stopBot')}</Button>
          )}
          {ticket.status === 'pending' && (
            <Button variant="primary" onClick={accept}>
              {t('tickets.accept')}
            </Button>
          )}
        </>
      }
    >
      <div className="@container/conversation -m-4 flex h-[60dvh] flex-col bg-ground">
        <MessageList thread={thread} writable={false} />
      </div>
    </Dialog>
  )
}
