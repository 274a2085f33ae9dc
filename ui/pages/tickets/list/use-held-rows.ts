import { type FocusEvent, type PointerEvent, useReducer, useRef } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { holdRows } from './hold-rows'

/** Row order in which the hovered and the focused row keep their visible position. */
export function useSteady(rows: Ticket[]) {
  const shown = useRef<Ticket[]>([])
  const held = useRef<{ pointer: number | null; focus: number | null }>({ pointer: null, focus: null })
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const ids = [held.current.pointer, held.current.focus].filter((id) => id !== null)
  shown.current = holdRows(shown.current, rows, ids)

  const hold = (by: 'pointer' | 'focus', id: number | null) => {
    if (held.current[by] === id) return
    held.current[by] = id
    // Released rows may now take their new position.
    if (shown.current !== rows) drawAgain()
  }
  return {
    rows: shown.current,
    holders: {
      onPointerMove: ({ pointerType, target }: PointerEvent) =>
        hold('pointer', pointerType === 'mouse' ? rowOf(target) : null),
      onPointerLeave: () => hold('pointer', null),
      onFocus: ({ target }: FocusEvent) => hold('focus', target.matches(':focus-visible') ? rowOf(target) : null),
      onBlur: () => hold('focus', null),
    },
  }
}

function rowOf(target: EventTarget): number | null {
  const row = (target as Element).closest<HTMLElement>('[data-ticket]')
  return row ? Number(row.dataset.ticket) : null
}
