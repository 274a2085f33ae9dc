import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { computed } from '@preact/signals-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Tag } from '../../../../src/features/contacts/tags/model'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { Badge } from '../../../components/badge'
import { dotColor } from '../../../components/color-dot'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Card, cardHeight } from './card'
import { draggedCard, endDrag, laneUnderCard } from './dragging'
import { LaneMenu } from './lane-menu'
import { followedCard } from './move-card'
import type { LaneId } from './store'

interface LaneProps {
  /** Null for the lane of untagged tickets. */
  tag: Tag | null
  tickets: Ticket[]
  /** uuid of the ticket opened beside the board. */
  opened: string | null
  onOpen: (uuid: string) => void
}

/** Column of the board. Memoised, because an event changes one or two lanes of many. */
export const Lane = memo(function Lane({ tag, tickets, opened, onOpen }: LaneProps) {
  const { t } = useTranslation()
  const id = tag?.id ?? null
  const name = tag?.name ?? t('kanban.untagged')
  const frame = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const isOver = useDropTarget(frame, scroller, id)
  const dragged = useValue(draggedCard)
  const [stop, setStop] = useState<number | null>(null)
  useFollowedCard(virtual, scroller, tickets)

  const stopAt = Math.max(
    tickets.findIndex((ticket) => ticket.id === stop),
    0,
  )
  const openAt = tickets.findIndex(({ uuid }) => uuid === opened)
  const draggedAt = dragged === null ? -1 : tickets.findIndex((ticket) => ticket.id === dragged)
  return (
    <section
      ref={frame}
      aria-label={t('kanban.lane', { name, count: tickets.length })}
      data-lane={id ?? 0}
      className={classes(
        'flex h-full w-[calc(100vw-3rem)] max-w-72 shrink-0 snap-center flex-col overflow-hidden rounded-lg border bg-sunken transition-colors sm:w-72 sm:snap-start dark:bg-ground',
        isOver ? 'border-accent' : 'border-line',
      )}
    >
      <span
        aria-hidden
        className="h-1 shrink-0 bg-edge"
        style={tag ? { background: dotColor(tag.color) } : undefined}
      />
      <div className="flex h-10 shrink-0 items-center gap-2 px-3">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">{name}</h2>
        <Badge>{tickets.length}</Badge>
        {tag && <LaneMenu tag={tag} />}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: tracks which card inside has the focus. */}
      <div
        ref={scroller}
        data-lane-cards
        onFocus={({ target }) => setStop(Number(target.closest<HTMLElement>('[data-card]')?.dataset.card) || stop)}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain pt-0.5 [overflow-anchor:none]"
      >
        {tickets.length === 0 ? (
          <p className="px-3 py-6 text-center text-faint text-sm">{t('kanban.emptyLane')}</p>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: the virtual list puts its own elements between list and items.
          <div role="list">
            <Virtualizer
              ref={virtual}
              data={tickets}
              itemSize={cardHeight}
              scrollRef={scroller}
              keepMounted={[stopAt, openAt, draggedAt].filter((at) => at >= 0)}
            >
              {(ticket, index) => (
                <Card
                  key={ticket.id}
                  ticket={ticket}
                  isOpen={ticket.uuid === opened}
                  isTabStop={index === stopAt}
                  onOpen={onOpen}
                />
              )}
            </Virtualizer>
          </div>
        )}
      </div>
    </section>
  )
})

/** Makes the lane a drop target; returns whether a card is over it. Scrolls near the edges. */
function useDropTarget(
  frame: React.RefObject<HTMLElement | null>,
  scroller: React.RefObject<HTMLElement | null>,
  id: LaneId,
): boolean {
  const isOver = useMemo(() => computed(() => laneUnderCard.value === id), [id])
  useEffect(() => {
    if (!frame.current || !scroller.current) return
    const stops = [
      dropTargetForElements({
        element: frame.current,
        canDrop: ({ source }) => source.data.kind === 'card',
        onDragEnter: () => {
          laneUnderCard.value = id
        },
        onDragLeave: () => {
          if (laneUnderCard.peek() === id) laneUnderCard.value = undefined
        },
        onDrop: ({ source }) => endDrag(source.data.ticketId as number, id),
      }),
      autoScrollForElements({ element: scroller.current }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [frame, scroller, id])
  return useValue(isOver)
}

/** Longest wait for a moved card to be drawn, in ms; anything else that gets the focus ends it at once. */
const followedMs = 5_000

/** Scrolls to a card that was moved here by keyboard and focuses it. */
function useFollowedCard(
  virtual: React.RefObject<VirtualizerHandle | null>,
  scroller: React.RefObject<HTMLElement | null>,
  tickets: Ticket[],
) {
  const followed = useValue(followedCard)
  useEffect(() => {
    const at = followed === null ? -1 : tickets.findIndex(({ id }) => id === followed)
    if (at < 0) return
    virtual.current?.scrollToIndex(at, { align: 'nearest' })
    let frame = 0
    // The first card of an empty lane is rendered some frames later and stays hidden until measured; on a busy device
    // that takes more than half a second.
    const giveUpAt = performance.now() + followedMs
    const focus = () => {
      const card = scroller.current?.querySelector<HTMLElement>(`[data-card="${followed}"]`)
      if (card && focusCard(card)) followedCard.value = null
      else if (performance.now() < giveUpAt) frame = requestAnimationFrame(focus)
    }
    frame = requestAnimationFrame(focus)
    return () => cancelAnimationFrame(frame)
  }, [virtual, scroller, tickets, followed])
}

/** Focuses the card; returns whether it got the focus. */
function focusCard(card: HTMLElement): boolean {
  card.focus({ preventScroll: true })
  if (document.activeElement !== card) return false
  card.closest('section')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
