import { effect, untracked } from '@preact/signals-react'
import { hasMyMention, markMentionsSeen } from '../../../lib/my-mentions'
import { me } from '../../../lib/session'
import { markRead } from './requests'
import type { Thread } from './thread'

/** Somebody looks at this window: it is neither hidden nor behind another one. */
const isSeen = () => document.visibilityState === 'visible' && document.hasFocus()

/**
 * Tells the server (and so the customer) that a conversation on screen was read: only by its holder, only while open,
 * only in a window that somebody looks at. The answer ends it.
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

/** Notes in a conversation on screen that name this person have been seen, once somebody looks at the window. */
export function seeMentionsWhileSeen(thread: Thread) {
  const { id } = thread.ticket.peek()
  return whileLookedAt(() => {
    if (hasMyMention(id) && isSeen()) untracked(() => markMentionsSeen(id))
  })
}

/** Does something whenever what it reads changes, and when the window comes to the front. The answer ends it. */
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
