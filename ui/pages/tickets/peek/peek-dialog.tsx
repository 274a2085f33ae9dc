import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { ticketContactName } from '../../../contact/ticket-contact-name'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { takeTicket } from '../actions/ticket-actions'
import { getThread, openThread } from '../store/threads'
import { MessageList } from '../thread/message-list'

/** Ticket in the preview, or null. */
const peeked = signal<Ticket | null>(null)
export const peek = (ticket: Ticket) => {
  peeked.value = ticket
}

/** Preview of a pending ticket without accepting it: no read receipts are sent. For admins (specification §6). */
export function PeekHost() {
  const ticket = useValue(peeked)
  return ticket && <PeekDialog key={ticket.id} opened={ticket} />
}

const close = () => {
  peeked.value = null
}

function PeekDialog({ opened }: { opened: Ticket }) {
  const { t } = useTranslation()
  const thread = getThread(opened)
  const ticket = useValue(thread.ticket)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per ticket.
  useEffect(() => void openThread(opened), [opened.id])
  const accept = async () => {
    close()
    await takeTicket(ticket)
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
