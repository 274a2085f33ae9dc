import { effect, untracked } from '@preact/signals-react'
import { hasMyMention, markMentionsSeen } from '../../../../lib/my-mentions'
import { me } from '../../../../lib/session'
import { markReadSurely } from './lost-reads'
import type { Thread } from './thread'

/** True if the window is visible and focused. */
const isWindowFocused = () => document.visibilityState === 'visible' && document.hasFocus()

/**
 * Marks the ticket on screen as read (the customer sees it): only by its agent, while it is open and the window has the
 * focus. Returns the function that stops.
 */
export function markReadWhileSeen(thread: Thread) {
  let isMarking = false
  const markIfSeen = () => {
    const ticket = thread.ticket.peek()
    const { status, userId, unreadMessages } = ticket
    const isMine = status === 'open' && userId === me.peek()?.id
    if (isMarking || !isMine || unreadMessages === 0 || !isWindowFocused()) return
    isMarking = true
    void markReadSurely(ticket).finally(() => {
      isMarking = false
    })
  }
  return onChangeOrFocus(() => {
    thread.ticket.value
    markIfSeen()
  })
}

/** Marks mentions in the ticket on screen as seen while the window has the focus. */
export function markMentionsWhileSeen(thread: Thread) {
  const { id } = thread.ticket.peek()
  return onChangeOrFocus(() => {
    if (hasMyMention(id) && isWindowFocused()) untracked(() => markMentionsSeen(id))
  })
}

/** Runs `action` when a signal it reads changes and when the window gets the focus. Returns the function that stops. */
function onChangeOrFocus(action: () => void) {
  const stop = effect(action)
  document.addEventListener('visibilitychange', action)
  window.addEventListener('focus', action)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', action)
    window.removeEventListener('focus', action)
  }
}
