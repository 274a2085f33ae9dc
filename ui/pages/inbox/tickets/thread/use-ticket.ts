import { useEffect, useState } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { applyTicketResponse } from '../actions/ticket-actions'
import { fetchTicket } from '../store/requests'
import { findThreadByUuid } from '../store/threads'
import { findTicketInLists } from '../store/tickets'

type TicketResult = { ticket: Ticket } | { failure: unknown; retry: () => void } | null

const loadedTicket = (uuid: string) => findThreadByUuid(uuid)?.ticket.peek() ?? findTicketInLists(uuid) ?? null

/** Ticket at an address: from a list or thread in memory, else from the server. */
export function useTicket(uuid: string): TicketResult {
  const [response, setResponse] = useState<{ uuid: string; result: TicketResult }>({ uuid, result: null })
  const [attempts, setAttempts] = useState(0)
  const loaded = loadedTicket(uuid)
  const isLoaded = loaded !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry requests again.
  useEffect(() => {
    if (isLoaded) return
    let isCurrent = true
    fetchTicket(uuid).then(
      (ticket) => {
        const newest = applyTicketResponse(ticket)
        if (isCurrent) setResponse({ uuid, result: { ticket: newest } })
      },
      (failure) =>
        isCurrent && setResponse({ uuid, result: { failure, retry: () => setAttempts((count) => count + 1) } }),
    )
    return () => {
      isCurrent = false
    }
  }, [uuid, isLoaded, attempts])
  if (loaded) return { ticket: loaded }
  return response.uuid === uuid ? response.result : null
}
