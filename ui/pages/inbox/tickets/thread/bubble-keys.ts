import type { KeyboardEvent } from 'react'
import { toggleStar } from '../actions/star'

/** Key that stars the focused message. */
export const starKey = '*'

/** Arrow keys move between bubbles; Enter opens the menu of the focused one, and `*` stars it. */
export function moveAmongBubbles(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const focused = document.activeElement as HTMLElement | null
  const bubble = focused?.closest<HTMLElement>('[data-message]') ?? null
  const act = bubble === focused ? actions[event.key] : undefined
  const step = steps[event.key] ?? 0
  if (act && bubble) act(bubble)
  else if (step !== 0 && (bubble || focused === event.currentTarget)) moveFocus(event.currentTarget, bubble, step)
  else return
  event.preventDefault()
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

function moveFocus(frame: HTMLElement, bubble: HTMLElement | null, step: number) {
  const bubbles = [...frame.querySelectorAll<HTMLElement>('[data-message]')]
  const next = bubble ? bubbles[bubbles.indexOf(bubble) + step] : lastInView(bubbles, frame)
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

/** Keys of a focused bubble. A message that is not stored yet has no star. */
const actions: Record<string, (bubble: HTMLElement) => void> = {
  Enter: (bubble) => bubble.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click(),
  [starKey]({ dataset: { message } }) {
    if (Number(message) > 0) void toggleStar(Number(message))
  },
}

const lastInView = (bubbles: HTMLElement[], frame: HTMLElement) => {
  const { bottom } = frame.getBoundingClientRect()
  return bubbles.findLast((bubble) => bubble.getBoundingClientRect().bottom <= bottom) ?? bubbles.at(-1)
}
