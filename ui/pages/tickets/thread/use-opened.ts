import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { joinChatBox } from '../../../lib/realtime'
import { me } from '../../../lib/session'
import { markRead } from '../server'
import { onScreen } from '../store/live'
import type { Thread } from '../store/thread'
import { openThread } from '../store/threads'

/** What it means that a conversation is on screen: it is loaded, joined, and read while the window is looked at. */
export function useOpened(thread: Thread, isReadable: boolean) {
  useEffect(() => {
    const { id } = thread.ticket.peek()
    onScreen.value = id
    const leave = joinChatBox(id)
    return () => {
      leave()
      thread.unreadFrom.value = null
      if (onScreen.peek() === id) onScreen.value = null
    }
  }, [thread])
  useEffect(() => {
    if (!isReadable) return
    thread.markUnread(thread.ticket.peek().unreadMessages)
    openThread(thread.ticket.peek())
    return readWhileSeen(thread)
  }, [thread, isReadable])
}

/** Tells the server (and so the customer) that it was read: only by its holder, only in a window that is visible. */
function readWhileSeen(thread: Thread) {
  let telling = false
  const tell = () => {
    const { id, status, userId, unreadMessages } = thread.ticket.peek()
    const isMine = status === 'open' && userId === me.peek()?.id
    if (telling || !isMine || unreadMessages === 0 || document.visibilityState !== 'visible') return
    telling = true
    markRead(id)
      .catch(() => undefined)
      .finally(() => {
        telling = false
      })
  }
  const stop = effect(() => {
    thread.ticket.value
    tell()
  })
  document.addEventListener('visibilitychange', tell)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', tell)
  }
}
