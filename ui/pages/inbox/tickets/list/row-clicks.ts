import type { MouseEvent } from 'react'
import { isSelecting, selectUpTo, toggleSelected } from '../store/selection'

const isTouch = ({ nativeEvent }: MouseEvent) =>
  (nativeEvent as PointerEvent).pointerType === 'touch' || matchMedia('(pointer: coarse)').matches

/**
 * Handles clicks that select: with Shift up to the row; by touch once a row is selected. Other clicks reach the row.
 */
export function selectByClick(event: MouseEvent, id: number) {
  if (event.detail === 0 || (event.target as Element).closest('[data-select]')) return
  if (event.shiftKey) selectUpTo(id)
  else if (isSelecting.peek() && isTouch(event)) toggleSelected(id)
  else return
  event.preventDefault()
  event.stopPropagation()
}
