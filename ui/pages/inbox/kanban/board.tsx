import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { ErrorState } from '../../../components/error-state'
import { Skeleton } from '../../../components/skeleton'
import { useList } from '../../../lib/list'
import { useTags } from '../../../lib/tags'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { useFollowedCardKeys } from './card-keys'
import { Lane } from './lane'
import { MoveMenuHost } from './move-menu'
import { cards, cardsByLane, lanes, loadBoard, maxCards } from './store'
import { startTouchDrag } from './touch-drag'

interface BoardProps {
  /** uuid of the ticket opened beside the board. */
  opened: string | null
  onOpen: (uuid: string) => void
}

/** Lanes side by side; on phones one at a time, changed by swiping. */
export function Board({ opened, onOpen }: BoardProps) {
  const { t } = useTranslation()
  const { state, failure, rows, hasMore } = useList(cards)
  const tagList = useTags()
  const areLanesKnown = tagList.rows.length > 0 || tagList.state === 'ready'

  const failed = failure ?? tagList.failure
  if (failed && (rows.length === 0 || !areLanesKnown))
    return <ErrorState failure={failed} onRetry={() => loadBoard()} />
  if (!areLanesKnown || (rows.length === 0 && state !== 'ready')) return <LaneSkeletons />
  return (
    <>
      {state === 'failed' && (
        <div role="alert" className="flex items-center justify-center gap-3 p-2 text-muted text-sm">
          {t('common.moreFailed')}
          <Button size="sm" onClick={() => loadBoard()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {hasMore && rows.length >= maxCards && (
        <div className="px-4 pb-2">
          <Alert tone="info">{t('kanban.tooMany', { count: maxCards })}</Alert>
        </div>
      )}
      <Lanes opened={opened} onOpen={onOpen} />
      <MoveMenuHost />
    </>
  )
}

function Lanes({ opened, onOpen }: BoardProps) {
  const all = useValue(lanes)
  const byLane = useValue(cardsByLane)
  const scroller = useRef<HTMLDivElement>(null)
  useFollowedCardKeys(onOpen)
  useEffect(() => {
    const stops = [autoScrollForElements({ element: scroller.current! }), startTouchDrag(scroller.current!)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the cards inside.
    <div
      ref={scroller}
      onKeyDown={moveFocusAmongCards}
      className="flex min-h-0 flex-1 snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain px-4 pb-4 sm:snap-none"
    >
      <Lane tag={null} tickets={byLane.get(null) ?? noTickets} opened={opened} onOpen={onOpen} />
      {all.map((tag) => (
        <Lane key={tag.id} tag={tag} tickets={byLane.get(tag.id) ?? noTickets} opened={opened} onOpen={onOpen} />
      ))}
    </div>
  )
}
const noTickets: Ticket[] = []

/** Arrow up and down move within a lane, left and right to the nearest card of the next non-empty lane. */
function moveFocusAmongCards(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const focusedCard = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
  if (!focusedCard) return
  const next = nextCard(event.currentTarget, focusedCard, event.key)
  if (next === undefined) return
  event.preventDefault()
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

const cardsIn = (lane: Element) =>
  [...lane.querySelectorAll<HTMLElement>('[data-card]')].sort((a, b) => top(a) - top(b))
const top = (element: HTMLElement) => element.getBoundingClientRect().top

/** Undefined for other keys, null at the end. */
function nextCard(board: Element, focusedCard: HTMLElement, key: string): HTMLElement | null | undefined {
  const all = [...board.querySelectorAll('[data-lane]')]
  const lane = all.findIndex((one) => one.contains(focusedCard))
  const own = cardsIn(all[lane]!)
  const at = own.indexOf(focusedCard)
  if (key === 'ArrowDown') return own[at + 1] ?? null
  if (key === 'ArrowUp') return own[at - 1] ?? null
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined
  const beside = key === 'ArrowRight' ? all.slice(lane + 1) : all.slice(0, lane).reverse()
  const nearestCards = beside.map(cardsIn).find((cards) => cards.length > 0)
  if (!nearestCards) return null
  // Card at the same height.
  return nearestCards.reduce((best, card) =>
    Math.abs(top(card) - top(focusedCard)) < Math.abs(top(best) - top(focusedCard)) ? card : best,
  )
}

function LaneSkeletons() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="flex min-h-0 flex-1 gap-3 overflow-hidden px-4 pb-4">
      {['a', 'b', 'c', 'd'].map((lane) => (
        <div key={lane} className="flex w-72 shrink-0 flex-col gap-2 rounded-lg border border-line p-2">
          <Skeleton className="mb-1 h-8 w-full" />
          {['a', 'b', 'c'].map((card) => (
            <Skeleton key={card} className="h-27 w-full" />
          ))}
        </div>
      ))}
    </div>
  )
}
