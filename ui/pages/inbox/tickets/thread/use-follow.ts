import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { bubblesAfter, newestBubble, type Row } from '../store/rows'
import type { Thread } from '../store/thread'
import { useTopDay } from './use-top-day'

/** Distance from the end in px that still counts as "at the end". */
const endTolerance = 48
/** Time in ms after opening during which rows are still being measured; scrolling is then not the reader's. */
const settleTime = 600
/** Time in ms after which rows still being measured have changed their height. */
const growthCheckDelay = 100
/** Distance in px from the bottom of the loaded range at which newer messages load. */
const newerThreshold = 1500
/** Distance in px from the top at which older messages load; large, so that scrolling never waits. */
const olderThreshold = 1500

/** Events by which a reader scrolls. */
const scrollInputs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

interface FollowOptions {
  thread: Thread
  rows: Row[]
  scroller: RefObject<HTMLDivElement | null>
  list: RefObject<VirtualizerHandle | null>
  /** True if another hook decides the initial position. */
  isPositionedElsewhere: boolean
}
export type FollowState = ReturnType<typeof useFollow>

/**
 * Keeps the end in view while the reader is there, counts messages below otherwise, and loads pages near the edges of
 * the range.
 */
export function useFollow({ thread, rows, scroller, list, isPositionedElsewhere }: FollowOptions) {
  const isFollowing = useRef(!isPositionedElsewhere)
  const openedAt = useRef(0)
  const isPositioned = useRef(isPositionedElsewhere)
  const lastOffset = useRef(0)
  const lastHeight = useRef(0)
  const lastInputAt = useRef(Number.NEGATIVE_INFINITY)
  const releasedAt = useRef(Number.NEGATIVE_INFINITY)
  /** Number of jumps whose target is still loading; while there are any, the end is being left. */
  const pendingJumps = useRef(0)
  const [atEnd, setAtEnd] = useState(true)
  const [below, setBelow] = useState(0)
  const newest = newestBubble(rows)
  const last = newest?.peek().key
  const lastKey = useRef(last)
  const hadNewer = useRef(false)
  const { topDay, updateTopDay } = useTopDay(thread, list)

  const scrollToEnd = () => {
    isFollowing.current = true
    releasedAt.current = lastInputAt.current = Number.NEGATIVE_INFINITY
    setAtEnd(true)
    setBelow(0)
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
    // The bottom of a range is not the end: loads the newest messages first.
    if (thread.hasNewer.peek()) void thread.reload({ fresh: true }).then(() => isFollowing.current && scrollToEnd())
  }
  const isAtEnd = () => !thread.hasNewer.peek() && isNearEnd(scroller.current)
  const stopFollowing = () => {
    releasedAt.current = performance.now()
    isFollowing.current = false
    // The jump may have led to the end. Checked twice, because rows that are still growing look like the end.
    const heightNow = () => scroller.current?.scrollHeight
    setTimeout(() => {
      const height = heightNow()
      setTimeout(() => {
        if (pendingJumps.current === 0 && !isFollowing.current && isAtEnd() && height === heightNow()) scrollToEnd()
      }, growthCheckDelay)
    }, settleTime)
    setAtEnd(false)
  }
  /**
   * Starts a jump to a row that must be loaded first; call the returned function when it is loaded or known to be
   * absent.
   */
  const startJump = () => {
    pendingJumps.current++
    stopFollowing()
    return () => {
      pendingJumps.current--
      stopFollowing()
    }
  }
  /**
   * Scrolls a row to the top and repeats it in the next frames, until the visible rows have their final heights. The
   * list's own `scrollToIndex` continues as long as any row changes and never ends in a flood of messages. If the
   * last row becomes visible too, the reader is at the end.
   */
  const scrollRowToTop = (topKey: string, lastRowKey: string, frames = 4) => {
    const [handle, element] = [list.current, scroller.current]
    if (!handle || !element || isFollowing.current) return
    const indexOf = (key: string) => thread.rows.peek().findIndex((row) => row.key === key)
    element.scrollTop = handle.getItemOffset(indexOf(topKey)) - 16
    if (frames > 0) return void requestAnimationFrame(() => scrollRowToTop(topKey, lastRowKey, frames - 1))
    const bottom = handle.getItemOffset(indexOf(lastRowKey)) + handle.getItemSize(indexOf(lastRowKey))
    if (bottom - element.scrollTop - element.clientHeight < endTolerance) scrollToEnd()
  }
  const loadOlderIfNear = () => {
    const handle = list.current
    if (handle && (handle.scrollOffset < olderThreshold || handle.scrollSize <= handle.viewportSize))
      void thread.loadOlder()
  }
  const loadNewerIfNear = () => {
    const handle = list.current
    if (!handle || !thread.hasNewer.peek()) return
    if (handle.scrollSize - handle.scrollOffset - handle.viewportSize < newerThreshold) void thread.loadNewer()
  }
  /**
   * True if the reader scrolled up. Growing rows below look like distance from the end, and rows smaller than estimated
   * move the view up; so without a touch, only movement at an unchanged height counts.
   */
  const hasReaderScrolledUp = (offset: number) => {
    const now = performance.now()
    const { scrollHeight = 0 } = scroller.current ?? {}
    const hasRecentInput = now - lastInputAt.current < settleTime
    const isSettled = scrollHeight === lastHeight.current && now - openedAt.current > settleTime
    const isUpward = offset < lastOffset.current - 1 && (hasRecentInput || isSettled)
    lastOffset.current = offset
    lastHeight.current = scrollHeight
    return isUpward
  }
  const onScroll = (offset: number) => {
    if (!openedAt.current) return
    const end = isAtEnd()
    const wentUp = hasReaderScrolledUp(offset)
    // During a jump the view may move past the end; that does not count as being at the end.
    const isLeaving = pendingJumps.current > 0 || performance.now() - releasedAt.current < settleTime
    isFollowing.current = !isLeaving && (end || (isFollowing.current && !wentUp))
    setAtEnd(end || isFollowing.current)
    if (end) setBelow(0)
    if (offset < olderThreshold) loadOlderIfNear()
    loadNewerIfNear()
    updateTopDay(offset)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change.
  useLayoutEffect(() => {
    if (rows.length === 0) return
    const isFirst = openedAt.current === 0
    if (isFirst) openedAt.current = performance.now()
    if (isPositioned.current) return
    // A thread from memory is rendered before its first unread message is known.
    const unread = rows.find(({ kind }) => kind === 'unread')
    isPositioned.current = unread !== undefined || performance.now() - openedAt.current > settleTime
    if (!unread) return isFirst ? scrollToEnd() : undefined
    stopFollowing()
    scrollRowToTop(unread.key, rows.at(-1)!.key)
  }, [rows])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last row changes.
  useLayoutEffect(() => {
    const isPaging = hadNewer.current
    hadNewer.current = thread.hasNewer.peek()
    if (lastKey.current === last) return
    const added = isPaging ? [] : bubblesAfter(rows, lastKey.current)
    lastKey.current = last
    const isOwn = newest !== undefined && newest.peek().sending !== null
    if (isFollowing.current || isOwn) scrollToEnd()
    else setBelow((count) => count + added.filter((bubble) => !bubble.peek().message.fromMe).length)
  }, [last])

  const isShown = rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes elements that stay mounted.
  useEffect(() => {
    if (!isShown || !scroller.current) return
    // Keeps the end in view when a picture loads, the composer grows or the keyboard opens.
    const observer = new ResizeObserver(() => {
      if (isFollowing.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
      loadOlderIfNear()
      loadNewerIfNear()
    })
    const element = scroller.current
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    const onInput = (event: Event) => {
      if (!(event instanceof WheelEvent) || event.deltaY < 0) lastInputAt.current = performance.now()
    }
    for (const name of scrollInputs) element.addEventListener(name, onInput, { passive: true })
    return () => {
      observer.disconnect()
      for (const name of scrollInputs) element.removeEventListener(name, onInput)
    }
  }, [isShown])

  return { atEnd, below, topDay, scrollToEnd, stopFollowing, startJump, onScroll }
}

const isNearEnd = (element: HTMLElement | null) =>
  element !== null && element.scrollHeight - element.clientHeight - element.scrollTop < endTolerance
