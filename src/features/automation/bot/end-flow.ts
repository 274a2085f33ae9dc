import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { RunEnd, RunState } from '../../../shared/flow/run'
import { findTicketRow } from '../../inbox/tickets/read'
import { notifyPeople } from './notify-people'
import { readBotState, storeBotEnd } from './state'
import { changeTicket } from './ticket'

const endLive = hot<{ ticketId: number; state: RunState; end: RunEnd; now: string }>()((db, p) =>
  db
    .update('flow_runs')
    .set({ state: p('state'), end: p('end'), endedAt: p('now'), wakeAt: null, programState: null, programSays: null })
    .where('ticketId', '=', p('ticketId'))
    .where('endedAt', 'is', null)
    .returning('id'),
)

/** Ends the ticket's run from outside; false without one. The caller leaves the ticket to people. */
export async function endLiveRun(scope: Scope, ticketId: number, end: 'stopped' | 'loop' | 'barred' | 'broken') {
  const state = end === 'loop' || end === 'broken' ? 'failed' : 'cancelled'
  const ended = await scope.db.first(endLive, { ticketId, state, end, now: new Date().toISOString() })
  return ended !== undefined
}

/** Ends the ticket's run from outside, and leaves a waiting ticket to people; false without a run. */
export async function endFlow(scope: Scope, ticketId: number, end: 'stopped' | 'barred' | 'broken'): Promise<boolean> {
  if (!(await endLiveRun(scope, ticketId, end))) return false
  const state = await readBotState(scope, ticketId)
  if (state) await storeBotEnd(scope, state, 'flow', new Date().toISOString())
  const ticket = await findTicketRow(scope, ticketId)
  if (ticket?.status === 'pending') await changeTicket(scope, ticket, ticket.queueId, 0)
  return true
}

/** Ends the ticket's run from outside, and leaves a waiting ticket to people, who are notified; false without a run. */
export async function endFlowAndNotify(scope: Scope, ticketId: number, end: 'stopped' | 'barred' | 'broken') {
  const isEnded = await endFlow(scope, ticketId, end)
  if (isEnded) await notifyPeople(scope, ticketId)
  return isEnded
}
