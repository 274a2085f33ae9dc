import i18n from 'i18next'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { toastInfo } from '../../../lib/toast'
import type { Thread } from '../store/thread'

const flashFor = 1600
/** Pages asked for in search of a quoted message before giving up: 4,000 messages. */
const mostPages = 200

interface JumpOptions {
  thread: Thread
  list: RefObject<VirtualizerHandle | null>
  letGo: () => void
}

/** Goes to a message and lights it up; loads older pages until it is there. */
export function useJump({ thread, list, letGo }: JumpOptions) {
  const [flash, setFlash] = useState<string | null>(null)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  useEffect(() => {
    if (!flash) return
    const timer = setTimeout(() => setFlash(null), flashFor)
    return () => clearTimeout(timer)
  }, [flash])

  const place = (id: number) => {
    const key = thread.find(id)?.peek().key
    return key === undefined ? -1 : thread.rows.peek().findIndex((row) => row.key === key)
  }
  const loadUpTo = async (id: number) => {
    for (let pages = 0; place(id) < 0 && pages < mostPages && alive.current; pages++) {
      await thread.older()
      if (!thread.hasMore.peek() || thread.olderFailed.peek()) return
    }
  }
  const jump = async (id: number | null) => {
    if (id === null) return toastInfo(i18n.t('tickets.quotedGone'))
    if (place(id) < 0) toastInfo(i18n.t('tickets.searchingQuoted'))
    letGo()
    await loadUpTo(id)
    if (!alive.current) return
    const at = place(id)
    if (at < 0) return toastInfo(i18n.t('tickets.quotedGone'))
    // After the list has taken in the pages just loaded.
    requestAnimationFrame(() => {
      letGo()
      list.current?.scrollToIndex(at, { align: 'center' })
      setFlash(thread.rows.peek()[at]?.key ?? null)
    })
  }
  return { flash, jump }
}
