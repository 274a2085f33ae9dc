import { carried, letGo, over } from './carry'

const holdFor = 350
/** Movement in px after which a touch scrolls instead of dragging. */
const slip = 10
/** Distance from an edge in px within which board or lane scroll; faster towards the edge. */
const edge = 56
const fastest = 14

/** Touch on a card. `ghost` is the copy that follows the finger once the drag has started. */
interface Finger {
  pointerId: number
  card: HTMLElement
  from: { x: number; y: number }
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
  ghost: HTMLElement | null
}

/**
 * Drag and drop by touch, which many phone browsers do not support natively: a long press lifts the card, it follows
 * the finger, and lanes and board scroll at their edges. Returns the function that removes the listeners.
 */
export function carryByTouch(board: HTMLElement): () => void {
  const stop = new AbortController()
  let finger: Finger | null = null
  let wasLifted = false
  const end = (isDrop: boolean) => {
    wasLifted = finger?.ghost != null
    if (finger) putDown(finger, board, isDrop)
    finger = null
  }
  const on = <K extends keyof HTMLElementEventMap>(type: K, hear: (event: HTMLElementEventMap[K]) => void) =>
    board.addEventListener(type, hear, { signal: stop.signal, passive: false })

  on('pointerdown', (event) => {
    end(false) // a second finger cancels the drag
    finger = fingerOn(event)
    if (!finger) return
    const mine = finger
    mine.timer = setTimeout(() => lift(mine, board, () => finger === mine), holdFor)
  })
  on('pointermove', ({ pointerId, clientX: x, clientY: y }) => {
    if (finger?.pointerId !== pointerId) return
    Object.assign(finger, { x, y })
    if (!finger.ghost && Math.hypot(x - finger.from.x, y - finger.from.y) > slip) end(false)
  })
  on('pointerup', ({ pointerId }) => finger?.pointerId === pointerId && end(true))
  on('pointercancel', ({ pointerId }) => finger?.pointerId === pointerId && end(false))
  // Prevents scrolling during the drag, a click after it, and the browser's context menu.
  on('touchmove', (event) => finger?.ghost && event.preventDefault())
  on('touchend', (event) => wasLifted && event.preventDefault())
  on('contextmenu', (event) => finger && event.preventDefault())
  return () => {
    stop.abort()
    end(false)
  }
}

function fingerOn({ pointerType, isPrimary, pointerId, target, clientX: x, clientY: y }: PointerEvent): Finger | null {
  const card = (target as Element).closest<HTMLElement>('[data-card][data-moves]')?.parentElement
  if (!card || pointerType === 'mouse' || !isPrimary) return null
  card.draggable = false // prevents the browser's own drag, which would cancel the touch events
  return { pointerId, card, from: { x, y }, x, y, timer: 0 as never, ghost: null }
}

function lift(finger: Finger, board: HTMLElement, isHeld: () => boolean) {
  const { card, pointerId } = finger
  if (!card.isConnected) return
  finger.ghost = ghostOf(card)
  board.setPointerCapture(pointerId)
  board.style.scrollSnapType = 'none' // scroll snapping would block scrolling in small steps
  carried.value = idOf(card)
  navigator.vibrate?.(10)
  const follow = () => {
    if (!isHeld()) return
    place(finger, board)
    requestAnimationFrame(follow)
  }
  follow()
}

const idOf = (card: HTMLElement) => Number(card.querySelector<HTMLElement>('[data-card]')?.dataset.card)

function ghostOf(card: HTMLElement): HTMLElement {
  const ghost = card.cloneNode(true) as HTMLElement
  const { left, top, width, height } = card.getBoundingClientRect()
  ghost.inert = true
  ghost.dataset.carried = ''
  ghost.querySelector('[data-card]')?.removeAttribute('data-card')
  ghost.classList.add('shadow-float')
  const at = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
  Object.assign(ghost.style, { ...at, position: 'fixed', zIndex: '60', pointerEvents: 'none', transition: 'none' })
  document.body.append(ghost)
  return ghost
}

/** Updates one frame: position of the ghost, lane below it, scrolling at the edges. */
function place({ ghost, from, x, y }: Finger, board: HTMLElement) {
  ghost!.style.transform = `translate(${x - from.x}px, ${y - from.y}px) rotate(2deg)`
  const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]')
  over.value = lane ? Number(lane.dataset.lane) || null : undefined
  const { left, right } = board.getBoundingClientRect()
  board.scrollLeft += pull(x, left, right)
  const list = lane?.querySelector<HTMLElement>('[data-lane-cards]')
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  list.scrollTop += pull(y, top, bottom)
}

/** Pixels to scroll in this frame; 0 away from the edges. */
export function pull(at: number, start: number, end: number): number {
  const share = (distance: number) => Math.min(1, Math.max(0, 1 - distance / edge))
  return Math.round(fastest * (share(end - at) - share(at - start)))
}

function putDown(finger: Finger, board: HTMLElement, isDrop: boolean) {
  const { timer, card, ghost, pointerId } = finger
  clearTimeout(timer)
  card.draggable = true
  if (!ghost) return
  place(finger, board)
  ghost.remove()
  board.style.scrollSnapType = ''
  if (board.hasPointerCapture(pointerId)) board.releasePointerCapture(pointerId)
  letGo(idOf(card), isDrop ? over.peek() : undefined)
}
