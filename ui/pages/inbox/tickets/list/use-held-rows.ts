import { type FocusEvent, type PointerEvent, useReducer, useRef } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { holdRows } from './hold-rows'

/** Row order in which the hovered and the focused row keep their visible position. */
export function useHeldRows(rows: Ticket[]) {
  const visible = useRef<Ticket[]>([])
  const held = useRef<{ pointer: number | null; focus: number | null }>({ pointer: null, focus: null })
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const ids = [held.current.pointer, held.current.focus].filter((id) => id !== null)
  visible.current = holdRows(visible.current, rows, ids)

  const hold = (source: 'pointer' | 'focus', id: number | null) => {
    if (held.current[source] === id) return
    held.current[source] = id
    // Released rows may now take their new position.
    if (visible.current !== rows) rerender()
  }
  return {
    rows: visible.current,
    holders: {
      onPointerMove: ({ pointerType, target }: PointerEvent) =>
        hold('pointer', pointerType === 'mouse' ? ticketIdOf(target) : null),
      onPointerLeave: () => hold('pointer', null),
      onFocus: ({ target }: FocusEvent) => hold('focus', target.matches(':focus-visible') ? ticketIdOf(target) : null),
      onBlur: () => hold('focus', null),
    },
  }
}

function ticketIdOf(target: EventTarget): number | null {
  const row = (target as Element).closest<HTMLElement>('[data-ticket]')
  return row ? Number(row.dataset.ticket) : null
}
