import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { markNoteSeen } from '../../../lib/notify'
import { toConversation } from '../../../lib/paths'
import { useValue } from '../../../lib/use-value'
import type { Thread } from '../store/thread'

/** The message an address names: `/tickets/:uuid?message=ID`. */
export const linkedMessage = (search: string) => named(search, 'message')

function named(search: string, what: 'message' | 'note'): number | null {
  const id = Number(new URLSearchParams(search).get(what))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Goes to the message the address names, and forgets it, so that the same link leads there again. */
export function useLinkedMessage(thread: Thread, jump: (id: number) => Promise<boolean>) {
  const id = linkedMessage(useSearch())
  useEffect(() => {
    if (id === null) return
    navigate(toConversation(thread.ticket.peek().uuid), { replace: true })
    void jump(id).then((there) => {
      // Opened at a message that is gone: the conversation all the same.
      if (!there && thread.isEmpty) void thread.reload()
    })
  }, [id, thread, jump])
}

/** The note an address names, `/tickets/:uuid?note=ID`: once the conversation is here, which opens as always. */
export function useLinkedNote(thread: Thread, jump: (id: number) => Promise<void>) {
  const id = named(useSearch(), 'note')
  const isHere = useValue(thread.state) === 'ready'
  useEffect(() => {
    if (id === null || !isHere) return
    navigate(toConversation(thread.ticket.peek().uuid), { replace: true })
    markNoteSeen(thread.ticket.peek().id)
    void jump(id)
  }, [id, isHere, thread, jump])
}
