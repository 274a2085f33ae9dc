import { MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../components/button'
import { EmptyState } from '../../components/empty-state'
import { classes } from '../../lib/classes'
import { useTitle } from '../../lib/title'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { LightboxHost } from './bubble/lightbox'
import { ListResizer, listWidth } from './list/resizer'
import { TicketList } from './list/ticket-list'
import { PeekHost } from './peek/peek-dialog'
import { maxCount } from './store/counts'
import { useTicketsLive } from './store/live'
import { counts, lists, tab } from './store/tickets'
import { ConversationPane } from './thread/conversation'
import { useTicketKeys } from './use-ticket-keys'

/** Ticket page: list and ticket side by side, or one at a time on narrow screens. */
export function TicketsPage({ uuid }: { uuid?: string }) {
  const { t } = useTranslation()
  const width = useValue(listWidth)
  useTicketsLive()
  useTicketKeys()
  useEffect(() => {
    // The tabs show the counts of both lists.
    for (const list of [lists.open, lists.pending]) if (list.state.peek() === 'idle') void list.more()
  }, [])
  return (
    <div className="@container/tickets h-full min-h-0">
      <h1 className="sr-only">{t('tickets.title')}</h1>
      <div className="flex h-full min-h-0" style={{ '--list-width': `${width}px` } as React.CSSProperties}>
        <div
          className={classes(
            'h-full min-h-0 w-full shrink-0 @3xl/tickets:block @3xl/tickets:w-(--list-width)',
            uuid && 'hidden',
          )}
        >
          <TicketList selected={uuid} />
        </div>
        <ListResizer />
        <div className={classes('h-full min-h-0 min-w-0 flex-1 @3xl/tickets:block', !uuid && 'hidden')}>
          {uuid ? <ConversationPane uuid={uuid} /> : <Welcome />}
        </div>
      </div>
      <LightboxHost />
      <PeekHost />
    </div>
  )
}

/** Placeholder without a selected ticket. */
function Welcome() {
  const { t } = useTranslation()
  const waiting = useValue(counts.pending)
  useTitle(t('tickets.title'))
  return (
    <div className="flex h-full items-center justify-center bg-ground">
      <EmptyState
        icon={<MessagesSquare />}
        title={t('tickets.welcomeTitle')}
        text={waiting ? t('tickets.welcomePending', { count: Math.min(waiting, maxCount) }) : t('tickets.welcomeNone')}
        action={
          waiting > 0 && (
            <Button
              onClick={() => {
                tab.value = 'pending'
              }}
            >
              {t('tickets.welcomeAction')}
            </Button>
          )
        }
      />
    </div>
  )
}
