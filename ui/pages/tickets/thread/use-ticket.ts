import { useEffect, useState } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { findTicket } from '../store/requests'
import { findThreadByUuid } from '../store/threads'
import { knownTicket, putTicket } from '../store/tickets'

export type Found = { ticket: Ticket } | { failure: unknown; retry: () => void } | null

const known = (uuid: string) => findThreadByUuid(uuid)?.ticket.peek() ?? knownTicket(uuid) ?? null

/** Ticket at an address: from a list or thread in memory, else from the server. */
export function useTicket(uuid: string): Found {
  const [answer, setAnswer] = useState<{ uuid: string; found: Found }>({ uuid, found: null })
  const [tries, setTries] = useState(0)
  const here = known(uuid)
  const isHere = here !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry requests again.
  useEffect(() => {
    if (isHere) return
    let wanted = true
    findTicket(uuid).then(
      (ticket) => {
        putTicket(ticket)
        if (wanted) setAnswer({ uuid, found: { ticket } })
      },
      (failure) => wanted && setAnswer({ uuid, found: { failure, retry: () => setTries((count) => count + 1) } }),
    )
    return () => {
      wanted = false
    }
  }, [uuid, isHere, tries])
  if (here) return { ticket: here }
  return answer.uuid === uuid ? answer.found : null
}
