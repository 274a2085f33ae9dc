import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Row } from '../store/rows'
import type { Thread } from '../store/thread'

/** Pixels from the end that still count as "at the end". */
const nearEnd = 48
/** Milliseconds after opening in which the rows are still being measured and scrolling is not the reader's. */
const settling = 600
/** Pixels from the top where the next older page is asked for: early, so that scrolling never waits. */
const nearTop = 1500

/** What a reader scrolls with. */
const touches = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

interface FollowOptions {
  thread: Thread
  rows: Row[]
  scroller: RefObject<HTMLDivElement | null>
  list: RefObject<VirtualizerHandle | null>
}
export type Follow = ReturnType<typeof useFollow>

/**
 * Keeps the end in view while the reader is there, and only then; counts what comes in below while they read above.
 * Also asks for older pages when the top comes near.
 */
export function useFollow({ thread, rows, scroller, list }: FollowOptions) {
  const following = useRef(true)
  const opened = useRef(0)
  const isPlaced = useRef(false)
  const offsetBefore = useRef(0)
  const heightBefore = useRef(0)
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  const letGoAt = useRef(Number.NEGATIVE_INFINITY)
  const [atEnd, setAtEnd] = useState(true)
  const [below, setBelow] = useState(0)
  const last = rows.at(-1)?.key
  const known = useRef(last)

  const toEnd = () => {
    following.current = true
    letGoAt.current = touchedAt.current = Number.NEGATIVE_INFINITY
    setAtEnd(true)
    setBelow(0)
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
  }
  const letGo = () => {
    letGoAt.current = performance.now()
    following.current = false
    // It may have led to the end all the same.
    setTimeout(() => {
      if (!following.current && isNearEnd(scroller.current)) toEnd()
    }, settling)
    setAtEnd(false)
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
  /** Rows growing below look like distance from the end, and rows smaller than thought take the view up. */
  const readerWentUp = (offset: number) => {
    const now = performance.now()
    const { scrollHeight = 0 } = scroller.current ?? {}
    const isReader = scrollHeight === heightBefore.current || now - touchedAt.current < settling
    const wentUp = offset < offsetBefore.current - 1 && isReader && now - opened.current > settling
    offsetBefore.current = offset
    heightBefore.current = scrollHeight
    return wentUp
  }
  const onScroll = (offset: number) => {
    if (!opened.current) return
    const end = isNearEnd(scroller.current)
    const wentUp = readerWentUp(offset)
    // On the way to somewhere else the end is passed, not reached.
    const isLeaving = performance.now() - letGoAt.current < settling
    following.current = !isLeaving && (end || (following.current && !wentUp))
    setAtEnd(end || following.current)
    if (end) setBelow(0)
    if (offset < nearTop) wantOlder()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows decide.
  useLayoutEffect(() => {
    if (rows.length === 0 || isPlaced.current) return
    const isFirst = opened.current === 0
    if (isFirst) opened.current = performance.now()
    // A conversation from memory is drawn before its first unread message has been found.
    const unread = rows.find(({ kind }) => kind === 'unread')
    isPlaced.current = unread !== undefined || performance.now() - opened.current > settling
    if (!unread) return isFirst ? toEnd() : undefined
    letGo()
    startAt(unread.key, rows.at(-1)!.key)
  }, [rows])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what matters is that the last row changed.
  useLayoutEffect(() => {
    if (known.current === last) return
    const before = rows.findIndex(({ key }) => key === known.current)
    known.current = last
    const newest = rows.at(-1)
    const isOwn = newest?.kind === 'bubble' && newest.bubble.peek().sending !== null
    if (following.current || isOwn) toEnd()
    else if (before >= 0) setBelow((count) => count + incoming(rows.slice(before + 1)))
  }, [last])

  const isShown = rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: watches the elements, which stay.
  useEffect(() => {
    if (!isShown || !scroller.current) return
    // A picture arrives, the composer grows, the keyboard opens: the end stays in view.
    const watcher = new ResizeObserver(() => {
      if (following.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
      wantOlder()
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

  return { atEnd, below, toEnd, letGo, onScroll }
}

const isNearEnd = (element: HTMLElement | null) =>
  element !== null && element.scrollHeight - element.clientHeight - element.scrollTop < nearEnd

const incoming = (rows: Row[]) =>
  rows.filter((row) => row.kind === 'bubble' && !row.bubble.peek().message.fromMe).length
