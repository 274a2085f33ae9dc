import { useEffect, useMemo } from 'react'
import { markNoteSeen } from '../../../../lib/notify'
import { joinChatBox } from '../../../../lib/realtime'
import { onScreen } from '../store/live'
import { markMentionsWhileSeen, markReadWhileSeen } from '../store/reading'
import type { Thread } from '../store/thread'
import { openThread } from '../store/threads'
import { linkedMessage } from './use-linked-message'

/**
 * Effects of a ticket on screen: loads it, joins its room, and marks it read while the window has the focus. A waiting
 * ticket is only shown: it is read by who accepts it.
 */
export function useOpenThread(thread: Thread, marksRead: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: address at the time the ticket is opened.
  const isLinked = useMemo(() => linkedMessage(location.search) !== null, [thread])
  useEffect(() => {
    const { id } = thread.ticket.peek()
    onScreen.value = id
    markNoteSeen(id)
    const leaveRoom = joinChatBox(id)
    return () => {
      leaveRoom()
      thread.unreadFrom.value = null
      if (onScreen.peek() === id) onScreen.value = null
    }
  }, [thread])
  useEffect(() => {
    if (marksRead) thread.markUnread(thread.ticket.peek().unreadMessages)
    // A message named in the address is loaded by use-linked-message.ts.
    if (!isLinked) openThread(thread.ticket.peek())
    if (!marksRead) return
    const stops = [markReadWhileSeen(thread), markMentionsWhileSeen(thread)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [thread, marksRead, isLinked])
}
