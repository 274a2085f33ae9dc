import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { bubblesAfter, newestBubble, type Row } from '../store/rows'
import type { Thread } from '../store/thread'
import { useTopDay } from './use-top-day'

/** Pixels from the end that still count as "at the end". */
const nearEnd = 48
/** Milliseconds after opening in which the rows are still being measured and scrolling is not the reader's. */
const settling = 600
/** Milliseconds after which rows that are still being measured have another height. */
const growing = 100
/** Pixels from the end of a stretch where more below is asked for. */
const nearBottom = 1500
/** Pixels from the top where the next older page is asked for: early, so that scrolling never waits. */
const nearTop = 1500

/** What a reader scrolls with. */
const touches = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

interface FollowOptions {
  thread: Thread
  rows: Row[]
  scroller: RefObject<HTMLDivElement | null>
  list: RefObject<VirtualizerHandle | null>
  /** Somebody else says where it opens. */
  isPlacedElsewhere: boolean
}
export type Follow = ReturnType<typeof useFollow>

/**
 * Keeps the end in view while the reader is there, and only then; counts what comes in below while they read above.
 * Also asks for older pages when the top comes near.
 */
export function useFollow({ thread, rows, scroller, list, isPlacedElsewhere }: FollowOptions) {
  const following = useRef(!isPlacedElsewhere)
  const opened = useRef(0)
  const isPlaced = useRef(isPlacedElsewhere)
  const offsetBefore = useRef(0)
  const heightBefore = useRef(0)
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  const letGoAt = useRef(Number.NEGATIVE_INFINITY)
  /** Jumps to what is still on its way: until it is here the end is being left, however long that takes. */
  const departures = useRef(0)
  const [atEnd, setAtEnd] = useState(true)
  const [below, setBelow] = useState(0)
  const newest = newestBubble(rows)
  const last = newest?.peek().key
  const known = useRef(last)
  const wasStretch = useRef(false)
  const { topDay, tellDay } = useTopDay(thread, list)

  const toEnd = () => {
    following.current = true
    letGoAt.current = touchedAt.current = Number.NEGATIVE_INFINITY
    setAtEnd(true)
    setBelow(0)
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
    // The end of a stretch is not the end: the newest messages are loaded, and then followed.
    if (thread.hasNewer.peek()) void thread.reload({ fresh: true }).then(() => following.current && toEnd())
  }
  const isAtEnd = () => !thread.hasNewer.peek() && isNearEnd(scroller.current)
  const letGo = () => {
    letGoAt.current = performance.now()
    following.current = false
    // It may have led to the end all the same; looked at twice, for rows that are still growing seem to be the end.
    const heightNow = () => scroller.current?.scrollHeight
    setTimeout(() => {
      const height = heightNow()
      setTimeout(() => {
        if (departures.current === 0 && !following.current && isAtEnd() && height === heightNow()) toEnd()
      }, growing)
    }, settling)
    setAtEnd(false)
  }
  /** For a place that has to be loaded first; the answer is called when it is there, or known to be gone. */
  const depart = () => {
    departures.current++
    letGo()
    return () => {
      departures.current--
      letGo()
    }
  }
  /**
   * A row to the top of the view, and again in the next frames, while the rows in view get their real heights. (The
   * list's own `scrollToIndex` goes on as long as any row changes: in a flood of messages it would never let go.) May
   * `end`, the last row, be seen together with it, then the reader is at the end.
   */
  const startAt = (start: string, end: string, frames = 4) => {
    const [now, element] = [list.current, scroller.current]
    if (!now || !element || following.current) return
    const place = (key: string) => thread.rows.peek().findIndex((row) => row.key === key)
    element.scrollTop = now.getItemOffset(place(start)) - 16
    if (frames > 0) return void requestAnimationFrame(() => startAt(start, end, frames - 1))
    const bottom = now.getItemOffset(place(end)) + now.getItemSize(place(end))
    if (bottom - element.scrollTop - element.clientHeight < nearEnd) toEnd()
  }
  const wantOlder = () => {
    const now = list.current
    if (now && (now.scrollOffset < nearTop || now.scrollSize <= now.viewportSize)) void thread.older()
  }
  const wantNewer = () => {
    const now = list.current
    if (!now || !thread.hasNewer.peek()) return
    if (now.scrollSize - now.scrollOffset - now.viewportSize < nearBottom) void thread.newer()
  }
  /**
   * Rows growing below look like distance from the end, and rows smaller than thought take the view up: without a hand
   * on it, only what moves among rows of settled height is the reader's doing.
   */
  const readerWentUp = (offset: number) => {
    const now = performance.now()
    const { scrollHeight = 0 } = scroller.current ?? {}
    const isTouched = now - touchedAt.current < settling
    const isSettled = scrollHeight === heightBefore.current && now - opened.current > settling
    const wentUp = offset < offsetBefore.current - 1 && (isTouched || isSettled)
    offsetBefore.current = offset
    heightBefore.current = scrollHeight
    return wentUp
  }
  const onScroll = (offset: number) => {
    if (!opened.current) return
    const end = isAtEnd()
    const wentUp = readerWentUp(offset)
    // On the way to somewhere else the end is passed, not reached.
    const isLeaving = departures.current > 0 || performance.now() - letGoAt.current < settling
    following.current = !isLeaving && (end || (following.current && !wentUp))
    setAtEnd(end || following.current)
    if (end) setBelow(0)
    if (offset < nearTop) wantOlder()
    wantNewer()
    tellDay(offset)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows decide.
  useLayoutEffect(() => {
    if (rows.length === 0) return
    const isFirst = opened.current === 0
    if (isFirst) opened.current = performance.now()
    if (isPlaced.current) return
    // A conversation from memory is drawn before its first unread message has been found.
    const unread = rows.find(({ kind }) => kind === 'unread')
    isPlaced.current = unread !== undefined || performance.now() - opened.current > settling
    if (!unread) return isFirst ? toEnd() : undefined
    letGo()
    startAt(unread.key, rows.at(-1)!.key)
  }, [rows])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what matters is that the last row changed.
  useLayoutEffect(() => {
    const isPaging = wasStretch.current
    wasStretch.current = thread.hasNewer.peek()
    if (known.current === last) return
    const news = isPaging ? [] : bubblesAfter(rows, known.current)
    known.current = last
    const isOwn = newest !== undefined && newest.peek().sending !== null
    if (following.current || isOwn) toEnd()
    else setBelow((count) => count + news.filter((bubble) => !bubble.peek().message.fromMe).length)
  }, [last])

  const isShown = rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: watches the elements, which stay.
  useEffect(() => {
    if (!isShown || !scroller.current) return
    // A picture arrives, the composer grows, the keyboard opens: the end stays in view.
    const watcher = new ResizeObserver(() => {
      if (following.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
      wantOlder()
      wantNewer()
    })
    const element = scroller.current
    watcher.observe(element)
    for (const child of element.children) watcher.observe(child)
    const touched = (event: Event) => {
      if (!(event instanceof WheelEvent) || event.deltaY < 0) touchedAt.current = performance.now()
    }
    for (const name of touches) element.addEventListener(name, touched, { passive: true })
    return () => {
      watcher.disconnect()
      for (const name of touches) element.removeEventListener(name, touched)
    }
  }, [isShown])

  return { atEnd, below, topDay, toEnd, letGo, depart, onScroll }
}

const isNearEnd = (element: HTMLElement | null) =>
  element !== null && element.scrollHeight - element.clientHeight - element.scrollTop < nearEnd
