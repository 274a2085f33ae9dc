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
  const offsetBefore = useRef(0)
  const letGoAt = useRef(Number.NEGATIVE_INFINITY)
  const [atEnd, setAtEnd] = useState(true)
  const [below, setBelow] = useState(0)
  const last = rows.at(-1)?.key
  const known = useRef(last)

  const toEnd = () => {
    following.current = true
    setAtEnd(true)
    setBelow(0)
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
  }
  const letGo = () => {
    letGoAt.current = performance.now()
    following.current = false
    setTimeout(followFromEnd, settling)
    setAtEnd(false)
  }
  /** What was gone to may be in view together with the end: then the reader is there. */
  const followFromEnd = () => {
    if (following.current || !isNearEnd(scroller.current)) return
    letGoAt.current = Number.NEGATIVE_INFINITY
    following.current = true
    setAtEnd(true)
    setBelow(0)
  }
  const wantOlder = () => {
    const now = list.current
    if (now && (now.scrollOffset < nearTop || now.scrollSize <= now.viewportSize)) void thread.older()
  }
  const onScroll = (offset: number) => {
    if (!opened.current) return
    const end = isNearEnd(scroller.current)
    // Rows growing below look like distance from the end: only going up means that the reader left it.
    const wentUp = offset < offsetBefore.current - 1 && performance.now() - opened.current > settling
    offsetBefore.current = offset
    // On the way to somewhere else the end is passed, not reached.
    const isLeaving = performance.now() - letGoAt.current < settling
    following.current = !isLeaving && (end || (following.current && !wentUp))
    setAtEnd(end || following.current)
    if (end) setBelow(0)
    if (offset < nearTop) wantOlder()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first rows are there.
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0) return
    opened.current = performance.now()
    const unread = rows.findIndex(({ kind }) => kind === 'unread')
    if (unread < 0) return toEnd()
    list.current?.scrollToIndex(unread, { align: 'start', offset: -16 })
    letGo()
    if (scroller.current) whenMeasured(scroller.current, followFromEnd)
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
    watcher.observe(scroller.current)
    for (const child of scroller.current.children) watcher.observe(child)
    return () => watcher.disconnect()
  }, [isShown])

  return { atEnd, below, toEnd, letGo, onScroll }
}

const isNearEnd = (element: HTMLElement | null) =>
  element !== null && element.scrollHeight - element.clientHeight - element.scrollTop < nearEnd

const incoming = (rows: Row[]) =>
  rows.filter((row) => row.kind === 'bubble' && !row.bubble.peek().message.fromMe).length

/** Once the height has been the same for three frames: the rows in view have their real heights. */
function whenMeasured(element: HTMLElement, done: () => void, height = -1, same = 0) {
  requestAnimationFrame(() => {
    const now = element.scrollHeight
    if (!element.isConnected || same === 2) done()
    else whenMeasured(element, done, now, now === height ? same + 1 : 0)
  })
}
