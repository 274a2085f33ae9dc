import { SearchX } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Button } from '../../../../components/button'
import { EmptyState } from '../../../../components/empty-state'
import { ErrorState } from '../../../../components/error-state'
import { Skeleton } from '../../../../components/skeleton'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { asFailure } from '../../../../lib/failure'
import { endHold } from '../../../../lib/held-words'
import { toConversation } from '../../../../lib/paths'
import { useMe } from '../../../../lib/session'
import { useTitle } from '../../../../lib/title'
import { toastInfo, toastWarning } from '../../../../lib/toast'
import { useExpectedField, useOpenConversation } from '../../../../lib/type-to-focus'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { mayWrite } from '../actions/message-actions'
import { acceptTicket } from '../actions/ticket-actions'
import { Composer } from '../composer/composer'
import { DetailsPane } from '../details/details-pane'
import { ProposalCards } from '../proposals/proposal-cards'
import { isOpenedWithoutFocus } from '../store/composer'
import { inaccessibleTicket } from '../store/live'
import { isSelectingMessages } from '../store/message-selection'
import { isMovedByUser } from '../store/own-moves'
import { getThread } from '../store/threads'
import { useIsConnectionDown } from '../store/use-connection'
import { ColleagueBar } from './colleague-bar'
import { openFind } from './find-state'
import { ConversationHeader } from './header'
import { MessageList } from './message-list'
import { SelectionBar } from './selection-bar'
import { useOpenThread } from './use-open-thread'
import { useTicket } from './use-ticket'
import { WaitingBar } from './waiting-bar'

/** Ticket at an address: loading, unavailable, or open. */
export function ConversationPane({ uuid }: { uuid: string }) {
  const result = useTicket(uuid)
  useOpenConversation()
  if (!result) return <PaneSkeleton />
  if ('failure' in result) {
    const { code } = asFailure(result.failure)
    if (code === 'ERR_NO_PERMISSION') return <RedirectToList />
    if (code === 'ERR_NO_TICKET_FOUND') return <NotFound />
    return <ErrorState failure={result.failure} onRetry={result.retry} />
  }
  return <Conversation key={result.ticket.id} initialTicket={result.ticket} />
}

function Conversation({ initialTicket }: { initialTicket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one thread per id; its ticket changes inside it.
  const thread = useMemo(() => getThread(initialTicket), [initialTicket.id])
  const ticket = useValue(thread.ticket)
  const writable = mayWrite(me, ticket)
  useOpenThread(thread, ticket.status !== 'pending')
  useLeaveInaccessible(ticket.id)
  // Ends the hold of typed words if the user may not write in this ticket.
  useEffect(() => void (writable || endHold()), [writable])
  useTitle(ticketContactName(ticket))
  return (
    <div className="flex h-full min-h-0">
      <section
        data-typing-place
        aria-label={t('tickets.conversation', { name: ticketContactName(ticket) })}
        onKeyDown={(event) => {
          if (!isFindKey(event)) return
          event.preventDefault()
          openFind(ticket.id)
        }}
        className="@container/conversation flex h-full min-h-0 min-w-0 flex-1 flex-col bg-ground"
      >
        <ConversationHeader ticket={ticket} />
        <MessageList thread={thread} writable={writable} />
        <SelectionBar ticketId={ticket.id} contactName={ticketContactName(ticket)} />
        {ticket.status === 'open' && <ProposalCards ticketId={ticket.id} mayDecide={writable} />}
        <ConversationFooter thread={thread} ticket={ticket} writable={writable} />
      </section>
      <DetailsPane ticket={ticket} />
    </div>
  )
}

/** Ctrl+F or ⌘F: the browser's own search finds mounted rows only. */
const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Composer, or the reason why the user cannot write. */
function ConversationFooter(props: { thread: ReturnType<typeof getThread>; ticket: Ticket; writable: boolean }) {
  const { thread, ticket, writable } = props
  const { t } = useTranslation()
  const isDown = useIsConnectionDown(ticket)
  const isSelecting = useValue(isSelectingMessages)
  if (writable)
    return (
      <>
        {isDown && (
          <p role="status" className="border-line border-t bg-warn-soft px-4 py-1.5 text-sm text-warn">
            {t('tickets.disconnectedBar', { name: ticket.whatsapp?.name ?? t('tickets.noConnection') })}
          </p>
        )}
        <ColleagueBar ticket={ticket} mayTakeOver />
        {isSelecting ? null : <Composer thread={thread} />}
      </>
    )
  if (ticket.status === 'pending') return <WaitingBar ticket={ticket} />
  if (ticket.status === 'open') return <ColleagueBar ticket={ticket} />
  return (
    <div className="border-line border-t bg-surface safe-bottom">
      <div className="flex items-center justify-center gap-3 p-3 text-muted">
        {t('tickets.closedBar')}
        <Button size="sm" onClick={() => acceptTicket(ticket)}>
          {t('tickets.reopen')}
        </Button>
      </div>
    </div>
  )
}

/**
 * Leaves a ticket that was transferred away or deleted while on screen, with a message unless the user did it. The draft
 * is kept.
 */
function useLeaveInaccessible(id: number) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const inaccessibleId = useValue(inaccessibleTicket)
  useEffect(() => {
    if (inaccessibleId !== id) return
    inaccessibleTicket.value = null
    if (!isMovedByUser(id)) toastInfo(t('tickets.lostSight'))
    navigate(toConversation())
  }, [inaccessibleId, id, navigate, t])
}

/** Redirects from a ticket of another queue to the list, with a message. */
function RedirectToList() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  useEffect(() => {
    toastWarning(t('tickets.noPermission'))
    navigate(toConversation(), { replace: true })
  }, [navigate, t])
  return null
}

function NotFound() {
  const { t } = useTranslation()
  return (
    <div className="flex h-full items-center justify-center">
      <EmptyState
        icon={<SearchX />}
        title={t('tickets.notFound')}
        text={t('tickets.notFoundText')}
        action={
          <Link href={toConversation()} className="text-info underline underline-offset-2">
            {t('tickets.backToList')}
          </Link>
        }
      />
    </div>
  )
}

function PaneSkeleton() {
  const { t } = useTranslation()
  useExpectedField(!isOpenedWithoutFocus())
  return (
    <div role="status" aria-label={t('common.loading')} className="flex h-full flex-col bg-ground">
      <div className="flex h-14 items-center gap-3 border-line border-b bg-surface px-4">
        <Skeleton className="size-9 rounded-full!" />
        <Skeleton className="h-4 w-40" />
      </div>
    </div>
  )
}
