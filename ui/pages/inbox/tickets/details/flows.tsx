import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { lazyPage } from '../../../../lib/lazy-page'
import { useRuns } from './use-runs'

const FlowRuns = lazyPage(() => import('../flows/load-flows').then((flows) => flows.loadFlowRuns()))

/** Flows that talked with the customer in this ticket: state and answers; hidden without any. */
export function Flows({ ticket }: { ticket: Ticket }) {
  const { runs, load } = useRuns(ticket.id)
  return runs.length > 0 ? <FlowRuns runs={runs} ticket={ticket} onEnded={load} /> : null
}
