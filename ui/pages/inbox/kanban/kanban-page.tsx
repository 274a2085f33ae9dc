import { Columns3 } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { EmptyState } from '../../../components/empty-state'
import { classes } from '../../../lib/classes'
import { paths, toKanban } from '../../../lib/paths'
import { joinTickets, useLive } from '../../../lib/realtime'
import { useMe } from '../../../lib/session'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { LightboxHost } from '../tickets/bubble/lightbox'
import { TicketDialogsHost } from '../tickets/closing/dialogs-host'
import { useTicketsLive } from '../tickets/store/live'
import { ConversationPane } from '../tickets/thread/conversation'
import { Board } from './board'
import { moveAnnouncement } from './move-card'
import { QueueFilter } from './queue-filter'
import { boardHandlers, cards, loadBoard } from './store'

/** Board page; a card opens its ticket beside the board, or over it on narrow screens. */
export function KanbanPage() {
  const { t } = useTranslation()
  const hasBoard = useMe().company.plan.useKanban
  useTitle(t('kanban.title'))
  if (!hasBoard)
    return <EmptyState isPage icon={<Columns3 />} title={t('kanban.noPlan')} text={t('kanban.noPlanText')} />
  return <BoardPage />
}

function BoardPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const opened = params.get('ticket')
  useBoardLive()
  const open = useCallback((uuid: string) => navigate(toKanban(uuid)), [navigate])
  return (
    <div className="@container/board h-full min-h-0">
      {/* The ticket covers the board, with its heading, where both have no room. */}
      {opened && <h1 className="sr-only @4xl/board:hidden">{t('kanban.title')}</h1>}
      <div className="flex h-full min-h-0">
        <div className={classes('flex h-full min-h-0 min-w-0 flex-1 flex-col', opened && 'hidden @4xl/board:flex')}>
          <Head />
          <Board opened={opened} onOpen={open} />
        </div>
        {opened && (
          <div className="h-full min-h-0 w-full border-line @4xl/board:w-104 @4xl/board:border-l @6xl/board:w-120">
            <ConversationPane uuid={opened} />
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {useValue(moveAnnouncement)}
      </p>
      <LightboxHost />
      <TicketDialogsHost />
    </div>
  )
}

function Head() {
  const { t } = useTranslation()
  const count = useValue(cards.rows).length
  const isLoaded = useValue(cards.state) === 'ready' || count > 0
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2">
      <div className="flex flex-1 items-baseline gap-3 whitespace-nowrap max-sm:basis-full">
        <h1 className="font-semibold text-xl">{t('kanban.title')}</h1>
        <span className="text-muted text-sm tabular-nums">{isLoaded && t('kanban.count', { count })}</span>
      </div>
      <QueueFilter />
      <Link
        href={paths.tags}
        className="inline-flex h-control items-center whitespace-nowrap rounded-md px-3 text-muted hover:bg-hover hover:text-ink"
      >
        {t('kanban.editLanes')}
      </Link>
    </div>
  )
}

/** Keeps the board and the opened ticket up to date by events, and reloads after a reconnect. */
function useBoardLive() {
  useTicketsLive()
  useLive(boardHandlers, () => cards.reload().then(loadBoard))
  useEffect(() => {
    // Shows the previous board at once and reloads it.
    void (cards.state.peek() === 'ready' ? cards.reload().then(loadBoard) : loadBoard())
    const leave = [joinTickets('open'), joinTickets('pending')]
    return () => {
      for (const stop of leave) stop()
    }
  }, [])
}
