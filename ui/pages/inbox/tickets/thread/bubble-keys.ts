import type { KeyboardEvent } from 'react'

/** Arrow keys move between bubbles; Enter opens the menu of the focused one. */
export function moveAmongBubbles(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const focused = document.activeElement as HTMLElement | null
  const bubble = focused?.closest<HTMLElement>('[data-message]') ?? null
  if (event.key === 'Enter' && bubble && bubble === focused) {
    event.preventDefault()
    bubble.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
    return
  }
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (!step || (!bubble && focused !== event.currentTarget)) return
  event.preventDefault()
  const bubbles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')]
  const next = bubble ? bubbles[bubbles.indexOf(bubble) + step] : lastInView(bubbles, event.currentTarget)
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

const lastInView = (bubbles: HTMLElement[], frame: HTMLElement) => {
  const { bottom } = frame.getBoundingClientRect()
  return bubbles.findLast((bubble) => bubble.getBoundingClientRect().bottom <= bottom) ?? bubbles.at(-1)
}
