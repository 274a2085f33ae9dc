import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { ErrorState } from '../../../../components/error-state'
import { ListEnd } from '../../../../components/infinite-list'
import { Skeleton } from '../../../../components/skeleton'
import { type List, useList } from '../../../../lib/list'
import { useTranslation } from '../../../../lib/use-translation'
import { selectUpTo } from '../store/selection'
import { useRowHeight } from './row-height'
import { TicketRow } from './ticket-row'
import { useHeldRows } from './use-held-rows'

interface VirtualRowsProps {
  list: List<Ticket>
  label: string
  /** uuid of the ticket on screen. */
  selected?: string
  empty: React.ReactNode
  /** Last line below the rows. */
  footer?: React.ReactNode
}

/** Virtual ticket list with loading, empty and error states. */
export function VirtualRows({ list, label, selected, empty, footer }: VirtualRowsProps) {
  const height = useRowHeight()
  const { rows: listRows, state, failure, hasMore } = useList(list)
  const { rows, holders } = useHeldRows(listRows)
  const hasLeftList = ({ id }: Ticket) => rows !== listRows && !listRows.some((row) => row.id === id)
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (list.state.peek() === 'idle') void list.more()
  }, [list])

  if (rows.length === 0) {
    if (state === 'failed') return <ErrorState failure={failure} onRetry={() => list.reload()} />
    // A list known to be empty stays so on screen while it loads again.
    return hasMore ? <RowSkeletons height={height} /> : empty
  }
  const tabStop = rows.find(({ uuid }) => uuid === selected) ?? rows[0]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys and pointer of the rows inside.
    <div
      ref={scroller}
      {...holders}
      onKeyDown={moveAmongRows}
      data-letter-keys
      className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden overscroll-contain pb-16 [overflow-anchor:none] @3xl/tickets:pb-0"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the virtual list puts its own elements between list and items. */}
      <div role="list" aria-label={label} aria-busy={state === 'loading'}>
        <Virtualizer data={rows} itemSize={height} scrollRef={scroller}>
          {(ticket) => (
            <TicketRow
              key={ticket.id}
              list={list}
              ticket={ticket}
              isSelected={ticket.uuid === selected}
              isStop={ticket === tabStop}
              isGone={hasLeftList(ticket)}
              height={height}
            />
          )}
        </Virtualizer>
      </div>
      {footer}
      <ListEnd list={list} hideEnd={footer !== undefined} />
    </div>
  )
}

/**
 * Arrow up and down move between rows (with Shift they select), Home and End to the first and last mounted row, left
 * and right to the row's other controls. Enter is handled by the row.
 */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return moveWithinRow(event)
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-main]')]
  const row = document.activeElement?.closest('[role=listitem]')
  const at = stops.findIndex((element) => row?.contains(element))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key]
  const next = to === undefined ? undefined : stops[to]
  if (!next) return
  event.preventDefault()
  if (event.shiftKey && row) selectUpTo(ticketOf(next), ticketOf(row))
  next.focus({ preventScroll: true })
  next.closest('[role=listitem]')?.scrollIntoView({ block: 'nearest' })
}

const ticketOf = (inside: Element) => Number(inside.closest<HTMLElement>('[data-ticket]')?.dataset.ticket)

function moveWithinRow(event: KeyboardEvent<HTMLElement>) {
  const row = document.activeElement?.closest('[data-ticket]')
  const stops = [...(row?.querySelectorAll<HTMLElement>('[data-main], [data-beside]') ?? [])]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowLeft' ? -1 : 1)]
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
}

const skeletonKeys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm']

/** Rows of the shape of the list that is loading. */
export function RowSkeletons({ height }: { height: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="min-h-0 flex-1 overflow-hidden">
      {skeletonKeys.map((shape) => (
        <div key={shape} style={{ height }} className="flex items-center gap-2.5 px-3">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
