import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { advance } from './advance'
import { answerRequest } from './request'
import { findLiveRun } from './rows'
import { talk } from './talk'

/**
 * Makes the call for which a ticket's run waits: the HTTP request of a node, or the answer of its program. One call per
 * job, so that a flow of many calls takes turns with those of other companies. A process that ends during the call
 * repeats it.
 */
export const callForFlow: JobHandler<{ ticketId: number }> = {
  attempts: 3,
  timeoutSeconds: 120,
  concurrency: Number.POSITIVE_INFINITY,
  perGroup: 8,
  run: async (scope, { ticketId }) => {
    const stored = await findLiveRun(scope, ticketId)
    if (stored?.run.state === 'program') return talk(scope, stored)
    const event = stored?.run.state === 'request' ? await answerRequest(scope, stored) : undefined
    if (stored && event) await advance(scope, stored, { event })
  },
  parked: failCall,
}

/** A call that cannot be made counts as failed. */
async function failCall(scope: Scope, { ticketId }: { ticketId: number }) {
  const stored = await findLiveRun(scope, ticketId)
  if (stored?.run.state === 'program') await advance(scope, stored, { event: { kind: 'programEnded', failed: true } })
  if (stored?.run.state === 'request')
    await advance(scope, stored, { event: { kind: 'answer', isSuccess: false, variables: {} } })
}
