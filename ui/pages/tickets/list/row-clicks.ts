import type { MouseEvent } from 'react'
import { isSelecting, selectUpTo, toggleSelected } from '../store/selection'

const isByFinger = ({ nativeEvent }: MouseEvent) =>
  (nativeEvent as PointerEvent).pointerType === 'touch' || matchMedia('(pointer: coarse)').matches

/** With shift a click selects up to the row; a finger selects as soon as one row is. Otherwise it is the row's own. */
export function clickedForSelection(event: MouseEvent, id: number) {
  if (event.detail === 0 || (event.target as Element).closest('[data-select]')) return
  if (event.shiftKey) selectUpTo(id)
  else if (isSelecting.peek() && isByFinger(event)) toggleSelected(id)
  else return
  event.preventDefault()
  event.stopPropagation()
}
