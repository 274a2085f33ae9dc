import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { bubblesAfter, newestBubble, type Row } from '../store/rows'
import type { Thread } from '../store/thread'
import { useTopDay } from './use-top-day'

/** Distance from the end in px that still counts as "at the end". */
const nearEnd = 48
/** Time in ms after opening during which rows are still being measured; scrolling is then not the reader's. */
const settling = 600
/** Time in ms after which rows still being measured have changed their height. */
const growing = 100
/** Distance in px from the bottom of the loaded range at which newer messages load. */
const nearBottom = 1500
/** Distance in px from the top at which older messages load; large, so that scrolling never waits. */
const nearTop = 1500

/** Events by which a reader scrolls. */
const touches = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

interface FollowOptions {
  thread: Thread
  rows: Row[]
  scroller: RefObject<HTMLDivElement | null>
  list: RefObject<VirtualizerHandle | null>
  /** True if another hook decides the initial position. */
  isPlacedElsewhere: boolean
}
export type Follow = ReturnType<typeof useFollow>

/**
 * Keeps the end in view while the reader is there, counts messages below otherwise, and loads pages near the edges of
 * the range.
 */
export function useFollow({ thread, rows, scroller, list, isPlacedElsewhere }: FollowOptions) {
  const following = useRef(!isPlacedElsewhere)
  const opened = useRef(0)
  const isPlaced = useRef(isPlacedElsewhere)
  const offsetBefore = useRef(0)
  const heightBefore = useRef(0)
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  const letGoAt = useRef(Number.NEGATIVE_INFINITY)
  /** Number of jumps whose target is still loading; while there are any, the end is being left. */
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
    // The bottom of a range is not the end: loads the newest messages first.
    if (thread.hasNewer.peek()) void thread.reload({ fresh: true }).then(() => following.current && toEnd())
  }
  const isAtEnd = () => !thread.hasNewer.peek() && isNearEnd(scroller.current)
  const letGo = () => {
    letGoAt.current = performance.now()
    following.current = false
    // The jump may have led to the end. Checked twice, because rows that are still growing look like the end.
    const heightNow = () => scroller.current?.scrollHeight
    setTimeout(() => {
      const height = heightNow()
      setTimeout(() => {
        if (departures.current === 0 && !following.current && isAtEnd() && height === heightNow()) toEnd()
      }, growing)
    }, settling)
    setAtEnd(false)
  }
  /**
   * Starts a jump to a row that must be loaded first; call the returned function when it is loaded or known to be
   * absent.
   */
  const depart = () => {
    departures.current++
    letGo()
    return () => {
      departures.current--
      letGo()
    }
  }
  /**
   * Scrolls a row to the top and repeats it in the next frames, until the visible rows have their final heights. The
   * list's own `scrollToIndex` continues as long as any row changes and never ends in a flood of messages. If `end`,
   * the last row, becomes visible too, the reader is at the end.
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
    if (now && (now.scrollOffset < nearTop || now.scrollSize <= now.viewportSize)) void thread.loadOlder()
  }
  const wantNewer = () => {
    const now = list.current
    if (!now || !thread.hasNewer.peek()) return
    if (now.scrollSize - now.scrollOffset - now.viewportSize < nearBottom) void thread.loadNewer()
  }
  /**
   * True if the reader scrolled up. Growing rows below look like distance from the end, and rows smaller than estimated
   * move the view up; so without a touch, only movement at an unchanged height counts.
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
    // During a jump the end is passed, not reached.
    const isLeaving = departures.current > 0 || performance.now() - letGoAt.current < settling
    following.current = !isLeaving && (end || (following.current && !wentUp))
    setAtEnd(end || following.current)
    if (end) setBelow(0)
    if (offset < nearTop) wantOlder()
    wantNewer()
    tellDay(offset)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change.
  useLayoutEffect(() => {
    if (rows.length === 0) return
    const isFirst = opened.current === 0
    if (isFirst) opened.current = performance.now()
    if (isPlaced.current) return
    // A thread from memory is rendered before its first unread message is known.
    const unread = rows.find(({ kind }) => kind === 'unread')
    isPlaced.current = unread !== undefined || performance.now() - opened.current > settling
    if (!unread) return isFirst ? toEnd() : undefined
    letGo()
    startAt(unread.key, rows.at(-1)!.key)
  }, [rows])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last row changes.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes elements that stay mounted.
  useEffect(() => {
    if (!isShown || !scroller.current) return
    // Keeps the end in view when a picture loads, the composer grows or the keyboard opens.
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
