import i18n from 'i18next'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { toastInfo } from '../../../lib/toast'
import { noteKey } from '../store/annotations'
import { rowIndexOf } from '../store/rows'
import type { Thread } from '../store/thread'

const flashFor = 1600
/** Frames to wait for the list to be mounted. */
const mostFrames = 30

/** Maximum number of pages loaded to find a note. */
const mostPages = 50

interface JumpOptions {
  thread: Thread
  list: RefObject<VirtualizerHandle | null>
  letGo: () => void
  depart: () => () => void
}

/** Jumps to a message and highlights it; loads the page around it if necessary. */
export function useJump({ thread, list, letGo, depart }: JumpOptions) {
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

  const show = (key: string | undefined, frames = mostFrames) => {
    const at = key === undefined ? -1 : rowIndexOf(thread.rows.peek(), key)
    if (key === undefined || at < 0 || !alive.current) return
    if (!list.current) return void (frames > 0 && requestAnimationFrame(() => show(key, frames - 1)))
    letGo()
    list.current.scrollToIndex(at, { align: 'center' })
    setFlash(key)
  }
  const go = async (id: number | null): Promise<boolean> => {
    if (id === null) return gone()
    const arrived = depart()
    const isThere = thread.find(id) !== undefined || (await thread.loadAround(id))
    arrived()
    if (!isThere) return alive.current ? gone() : false
    // Waits until the list has rendered the loaded rows.
    requestAnimationFrame(() => show(thread.find(id)?.peek().key))
    return true
  }
  /** Loads older pages until the note is there. */
  const toNote = async (id: number) => {
    const isThere = () => rowIndexOf(thread.rows.peek(), noteKey(id)) >= 0
    // The thread in memory may be older than the note.
    if (!isThere()) await thread.reload()
    for (let pages = 0; pages < mostPages && !isThere() && alive.current; pages++)
      if (!(await thread.loadOlder())) break
    if (!alive.current) return
    if (!isThere()) return void toastInfo(i18n.t('conversation.noteGone'))
    requestAnimationFrame(() => show(noteKey(id)))
  }
  const latest = useRef({ go, toNote })
  latest.current = { go, toNote }
  const jump = useCallback((id: number | null) => latest.current.go(id), [])
  const jumpToNote = useCallback((id: number) => latest.current.toNote(id), [])
  return { flash, jump, jumpToNote }
}

function gone() {
  toastInfo(i18n.t('tickets.quotedGone'))
  return false
}
