import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { navigate } from '../../../../lib/leave-guard'
import { markNoteSeen } from '../../../../lib/notify'
import { toConversation } from '../../../../lib/paths'
import { useValue } from '../../../../lib/use-value'
import { clearFoundWords, markFoundWords } from '../store/found-words'
import type { Thread } from '../store/thread'

/** Message id in the address: `/tickets/:uuid?message=ID&found=WORD`. */
export const linkedMessage = (search: string) => idInSearch(search, 'message')

function idInSearch(search: string, parameter: 'message' | 'note'): number | null {
  const id = Number(new URLSearchParams(search).get(parameter))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Jumps to the message named in the address and removes it from the address, so that the same link works again. */
export function useLinkedMessage(thread: Thread, jump: (id: number) => Promise<boolean>) {
  const search = useSearch()
  const id = linkedMessage(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words come with the id, which removes them.
  useEffect(() => {
    if (id === null) return
    markFoundWords(new URLSearchParams(search).getAll('found'))
    navigate(toConversation(thread.ticket.peek().uuid), { replace: true })
    void jump(id).then((isFound) => {
      // The message does not exist; loads the ticket as usual.
      if (!isFound && thread.isEmpty) void thread.reload()
    })
  }, [id, thread, jump])
  useEffect(() => clearFoundWords, [])
}

/** Jumps to the note named in the address (`/tickets/:uuid?note=ID`) once the thread is loaded. */
export function useLinkedNote(thread: Thread, jump: (id: number) => Promise<void>) {
  const id = idInSearch(useSearch(), 'note')
  const isReady = useValue(thread.state) === 'ready'
  useEffect(() => {
    if (id === null || !isReady) return
    navigate(toConversation(thread.ticket.peek().uuid), { replace: true })
    markNoteSeen(thread.ticket.peek().id)
    void jump(id)
  }, [id, isReady, thread, jump])
}
