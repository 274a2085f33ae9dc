import { MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { GapNotice } from '../../../first-steps/gap-notice'
import { isShown } from '../../../first-steps/store'
import { classes } from '../../../lib/classes'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { FirstSteps } from '../../automation/first-steps/first-steps'
import { LightboxHost } from './bubble/lightbox'
import { TicketDialogsHost } from './closing/dialogs-host'
import { ShowRobot } from './list/empty-list'
import { PeekHost } from './list/peek-dialog'
import { ListResizer, listWidth } from './list/resizer'
import { TicketList } from './list/ticket-list'
import { maxCount } from './store/counts'
import { useTicketsLive } from './store/live'
import { showList } from './store/search-mode'
import { counts, lists } from './store/tickets'
import { ConversationPane } from './thread/conversation'
import { useTicketKeys } from './use-ticket-keys'

/** Ticket page: list and ticket side by side, or one at a time on narrow screens. */
export function TicketsPage({ uuid }: { uuid?: string }) {
  const { t } = useTranslation()
  const width = useValue(listWidth)
  useTicketsLive()
  useTicketKeys()
  useEffect(() => {
    // The tabs show the counts of these lists.
    for (const list of [lists.mine, lists.waiting, lists.robot]) if (list.state.peek() === 'idle') void list.more()
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
      <TicketDialogsHost />
    </div>
  )
}

/** Placeholder without a selected ticket. */
function Welcome() {
  const { t } = useTranslation()
  const waiting = useValue(counts.waiting)
  const state = useValue(lists.waiting.state)
  const isCounted = waiting > 0 || state === 'ready' || state === 'failed'
  const welcomeText =
    waiting > 0 ? t('tickets.welcomePending', { count: Math.min(waiting, maxCount) }) : t('tickets.welcomeNone')
  useTitle(t('tickets.title'))
  const showsSteps = useValue(isShown)
  const showPending = () => showList('waiting')
  if (showsSteps)
    return (
      <div className="h-full overflow-y-auto bg-ground">
        {waiting > 0 && (
          <p className="mx-auto flex w-full max-w-xl flex-wrap items-center justify-between gap-3 px-4 pt-4">
            {welcomeText}
            <Button size="sm" onClick={showPending}>
              {t('tickets.welcomeAction')}
            </Button>
          </p>
        )}
        <FirstSteps />
      </div>
    )
  return (
    <div className="flex h-full flex-col items-center justify-center bg-ground">
      <GapNotice className="w-full max-w-xl p-4" />
      <EmptyState
        icon={<MessagesSquare />}
        title={t('tickets.welcomeTitle')}
        text={isCounted ? welcomeText : undefined}
        action={waiting > 0 ? <Button onClick={showPending}>{t('tickets.welcomeAction')}</Button> : <ShowRobot />}
      />
    </div>
  )
}
