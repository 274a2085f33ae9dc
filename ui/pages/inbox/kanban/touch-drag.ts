import { draggedCard, endDrag, laneUnderCard } from './dragging'

const longPressMs = 350
/** Movement in px after which a touch scrolls instead of dragging. */
const maxMovement = 10
/** Distance from an edge in px within which board or lane scroll; faster towards the edge. */
const edge = 56
const maxScrollStep = 14

/** Touch on a card. `ghost` is the copy that follows the finger once the drag has started. */
interface CardTouch {
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
export function startTouchDrag(board: HTMLElement): () => void {
  const abort = new AbortController()
  let touch: CardTouch | null = null
  let wasDragged = false
  const end = (isDrop: boolean) => {
    wasDragged = touch?.ghost != null
    if (touch) endTouch(touch, board, isDrop)
    touch = null
  }
  const on = <K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void) =>
    board.addEventListener(type, listener, { signal: abort.signal, passive: false })

  on('pointerdown', (event) => {
    end(false) // a second finger cancels the drag
    touch = touchOnCard(event)
    if (!touch) return
    const mine = touch
    mine.timer = setTimeout(() => startDrag(mine, board, () => touch === mine), longPressMs)
  })
  on('pointermove', ({ pointerId, clientX: x, clientY: y }) => {
    if (touch?.pointerId !== pointerId) return
    Object.assign(touch, { x, y })
    if (!touch.ghost && Math.hypot(x - touch.from.x, y - touch.from.y) > maxMovement) end(false)
  })
  on('pointerup', ({ pointerId }) => touch?.pointerId === pointerId && end(true))
  on('pointercancel', ({ pointerId }) => touch?.pointerId === pointerId && end(false))
  // Prevents scrolling during the drag, a click after it, and the browser's context menu.
  on('touchmove', (event) => touch?.ghost && event.preventDefault())
  on('touchend', (event) => wasDragged && event.preventDefault())
  on('contextmenu', (event) => touch && event.preventDefault())
  return () => {
    abort.abort()
    end(false)
  }
}

function touchOnCard({
  pointerType,
  isPrimary,
  pointerId,
  target,
  clientX: x,
  clientY: y,
}: PointerEvent): CardTouch | null {
  const card = (target as Element).closest<HTMLElement>('[data-card][data-moves]')?.parentElement
  if (!card || pointerType === 'mouse' || !isPrimary) return null
  card.draggable = false // prevents the browser's own drag, which would cancel the touch events
  return { pointerId, card, from: { x, y }, x, y, timer: 0 as never, ghost: null }
}

function startDrag(touch: CardTouch, board: HTMLElement, isHeld: () => boolean) {
  const { card, pointerId } = touch
  if (!card.isConnected) return
  touch.ghost = createGhost(card)
  board.setPointerCapture(pointerId)
  board.style.scrollSnapType = 'none' // scroll snapping would block scrolling in small steps
  draggedCard.value = idOf(card)
  navigator.vibrate?.(10)
  const follow = () => {
    if (!isHeld()) return
    updateFrame(touch, board)
    requestAnimationFrame(follow)
  }
  follow()
}

const idOf = (card: HTMLElement) => Number(card.querySelector<HTMLElement>('[data-card]')?.dataset.card)

function createGhost(card: HTMLElement): HTMLElement {
  const ghost = card.cloneNode(true) as HTMLElement
  const { left, top, width, height } = card.getBoundingClientRect()
  ghost.inert = true
  ghost.dataset.carried = ''
  ghost.querySelector('[data-card]')?.removeAttribute('data-card')
  ghost.classList.add('shadow-e2')
  const at = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
  Object.assign(ghost.style, { ...at, position: 'fixed', zIndex: '60', pointerEvents: 'none', transition: 'none' })
  document.body.append(ghost)
  return ghost
}

/** Updates one frame: position of the ghost, lane below it, scrolling at the edges. */
function updateFrame({ ghost, from, x, y }: CardTouch, board: HTMLElement) {
  ghost!.style.transform = `translate(${x - from.x}px, ${y - from.y}px) rotate(2deg)`
  const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]')
  laneUnderCard.value = lane ? Number(lane.dataset.lane) || null : undefined
  const { left, right } = board.getBoundingClientRect()
  board.scrollLeft += scrollStep(x, left, right)
  const list = lane?.querySelector<HTMLElement>('[data-lane-cards]')
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  list.scrollTop += scrollStep(y, top, bottom)
}

/** Pixels to scroll in this frame; 0 away from the edges. */
export function scrollStep(at: number, start: number, end: number): number {
  const share = (distance: number) => Math.min(1, Math.max(0, 1 - distance / edge))
  return Math.round(maxScrollStep * (share(end - at) - share(at - start)))
}

function endTouch(touch: CardTouch, board: HTMLElement, isDrop: boolean) {
  const { timer, card, ghost, pointerId } = touch
  clearTimeout(timer)
  card.draggable = true
  if (!ghost) return
  updateFrame(touch, board)
  ghost.remove()
  board.style.scrollSnapType = ''
  if (board.hasPointerCapture(pointerId)) board.releasePointerCapture(pointerId)
  endDrag(idOf(card), isDrop ? laneUnderCard.peek() : undefined)
}
