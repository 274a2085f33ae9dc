import { useCallback, useEffect, useState } from 'react'
import type { FlowRun } from '../../../../src/features/flow-runs/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import { api, unwrapResponse } from '../../../lib/api'
import { lazyPage } from '../../../lib/lazy-page'
import { useLive } from '../../../lib/realtime'

const FlowRuns = lazyPage(() => import('../flows/load-flows').then((flows) => flows.loadFlowRuns()))

/** Flows that talked with the customer in this ticket: state and answers; hidden without any. */
export function Flows({ ticket }: { ticket: Ticket }) {
  const { runs, load } = useRuns(ticket.id)
  return runs.length > 0 ? <FlowRuns runs={runs} ticket={ticket} onEnded={load} /> : null
}

/** Runs of a ticket; loaded again after each message and change of the ticket. */
function useRuns(ticketId: number) {
  const [runs, setRuns] = useState<FlowRun[]>([])
  const load = useCallback(async () => {
    const answer = await unwrapResponse(api.tickets({ id: ticketId }).flow.get()).catch(() => null)
    if (answer) setRuns(answer.runs)
  }, [ticketId])
  useEffect(() => {
    setRuns([])
    void load()
  }, [load])
  useLive(
    {
      appMessage: ({ action, ...event }) => {
        if (action === 'create' && 'ticket' in event && event.ticket?.id === ticketId) void load()
      },
      ticket: (event) => {
        if (event.action === 'update' && event.ticket.id === ticketId) void load()
      },
    },
    load,
  )
  return { runs, load }
}
