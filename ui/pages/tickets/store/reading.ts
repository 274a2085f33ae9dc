import { effect, untracked } from '@preact/signals-react'
import { hasMyMention, markMentionsSeen } from '../../../lib/my-mentions'
import { me } from '../../../lib/session'
import { markRead } from './requests'
import type { Thread } from './thread'

/** True if the window is visible and focused. */
const isSeen = () => document.visibilityState === 'visible' && document.hasFocus()

/**
 * Marks the ticket on screen as read (the customer sees it): only by its agent, while it is open and the window has the
 * focus. Returns the function that stops.
 */
export function readWhileSeen(thread: Thread) {
  let telling = false
  const tell = () => {
    const { id, status, userId, unreadMessages } = thread.ticket.peek()
    const isMine = status === 'open' && userId === me.peek()?.id
    if (telling || !isMine || unreadMessages === 0 || !isSeen()) return
    telling = true
    markRead(id)
      .catch(() => undefined)
      .finally(() => {
        telling = false
      })
  }
  return whileLookedAt(() => {
    thread.ticket.value
    tell()
  })
}

/** Marks mentions in the ticket on screen as seen while the window has the focus. */
export function seeMentionsWhileSeen(thread: Thread) {
  const { id } = thread.ticket.peek()
  return whileLookedAt(() => {
    if (hasMyMention(id) && isSeen()) untracked(() => markMentionsSeen(id))
  })
}

/** Runs `tell` when a signal it reads changes and when the window gets the focus. Returns the function that stops. */
function whileLookedAt(tell: () => void) {
  const stop = effect(tell)
  document.addEventListener('visibilitychange', tell)
  window.addEventListener('focus', tell)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', tell)
    window.removeEventListener('focus', tell)
  }
}
