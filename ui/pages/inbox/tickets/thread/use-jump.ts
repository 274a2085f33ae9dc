import i18n from 'i18next'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { toastInfo } from '../../../../lib/toast'
import { rowIndexOf } from '../store/rows'
import type { Thread } from '../store/thread'
import { noteKey } from '../store/thread-line'

const flashDuration = 1600
/** Frames to wait for the list to be mounted. */
const maxFrames = 30

/** Maximum number of pages loaded to find a note. */
const maxPages = 50

interface JumpOptions {
  thread: Thread
  list: RefObject<VirtualizerHandle | null>
  stopFollowing: () => void
  startJump: () => () => void
}

/** Jumps to a message and highlights it; loads the page around it if necessary. */
export function useJump({ thread, list, stopFollowing, startJump }: JumpOptions) {
  const [flash, setFlash] = useState<string | null>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  useEffect(() => {
    if (!flash) return
    const timer = setTimeout(() => setFlash(null), flashDuration)
    return () => clearTimeout(timer)
  }, [flash])

  const scrollToRow = (key: string | undefined, frames = maxFrames) => {
    const at = key === undefined ? -1 : rowIndexOf(thread.rows.peek(), key)
    if (key === undefined || at < 0 || !isMounted.current) return
    if (!list.current) return void (frames > 0 && requestAnimationFrame(() => scrollToRow(key, frames - 1)))
    stopFollowing()
    list.current.scrollToIndex(at, { align: 'center' })
    setFlash(key)
  }
  const showMessage = async (id: number | null): Promise<boolean> => {
    if (id === null) return reportMissing()
    const endJump = startJump()
    const isLoaded = thread.find(id) !== undefined || (await thread.loadAround(id))
    endJump()
    if (!isLoaded) return isMounted.current ? reportMissing() : false
    // Waits until the list has rendered the loaded rows.
    requestAnimationFrame(() => scrollToRow(thread.find(id)?.peek().key))
    return true
  }
  /** Loads older pages until the note is there. */
  const showNote = async (id: number) => {
    const isLoaded = () => rowIndexOf(thread.rows.peek(), noteKey(id)) >= 0
    // The thread in memory may be older than the note.
    if (!isLoaded()) await thread.reload()
    for (let pages = 0; pages < maxPages && !isLoaded() && isMounted.current; pages++)
      if (!(await thread.loadOlder())) break
    if (!isMounted.current) return
    if (!isLoaded()) return void toastInfo(i18n.t('conversation.noteGone'))
    requestAnimationFrame(() => scrollToRow(noteKey(id)))
  }
  const latest = useRef({ showMessage, showNote })
  latest.current = { showMessage, showNote }
  const jump = useCallback((id: number | null) => latest.current.showMessage(id), [])
  const jumpToNote = useCallback((id: number) => latest.current.showNote(id), [])
  return { flash, jump, jumpToNote }
}

function reportMissing() {
  toastInfo(i18n.t('tickets.quotedGone'))
  return false
}
