import { type KeyboardEvent, useEffect, useRef } from 'react'
import { addDays, addMonths, type Day, startOfWeek } from './days'

const steps: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

/**
 * Keyboard navigation: arrows between days, Home and End within the week, Page Up and Down between months; Enter adds a
 * message.
 */
export function useDayKeys(day: Day, onDay: (day: Day) => void, onAdd: (day: Day) => void) {
  const board = useRef<HTMLDivElement>(null)
  const isKeyMove = useRef(false)
  useEffect(() => {
    if (!isKeyMove.current) return
    isKeyMove.current = false
    board.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys on a message inside a day belong to the message.
    const focusedDay = (event.target as HTMLElement).dataset.day
    if (!focusedDay || event.altKey || event.ctrlKey || event.metaKey) return
    const next = steps[event.key]?.(focusedDay)
    if (!next && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!next) return onAdd(focusedDay)
    isKeyMove.current = true
    onDay(next)
  }
  return { board, onKeyDown }
}
