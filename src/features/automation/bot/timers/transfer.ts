import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { beginInQueue } from '../../../../shared/bot/enter-queue'
import type { BotQueue, BotRules } from '../../../../shared/bot/rules'
import type { Turn } from '../../../../shared/bot/turn-model'
import { findTicketRow, type TicketRow } from '../../../inbox/tickets/read'
import { leaveTicketAndNotify } from '../leave-ticket'
import { readBotQueue, readBotRules } from '../read-rules'
import { readBotState, type StoredBotState } from '../state'
import { applyTurn } from '../turns/apply'
import { storedMenus } from '../turns/menus'
import { cutoffOf, isLongOverdue } from './cutoff'
import { readTimers } from './settings'

/**
 * Transfers a pending ticket that has waited `timeToTransfer` minutes without a queue to the connection's
 * `transferQueueId`, whose conversation begins; in silence when that time is long over. A ticket whose transfer is
 * parked is left to people, who are notified.
 */
export const transferUnassigned: JobHandler<{ ticketId: number }> = {
  run: (scope, { ticketId }) =>
    scope.transaction(async (scope) => {
      const due = await findDue(scope, ticketId)
      if (!due) return
      const { ticket, state, rules, queue, isSilent } = due
      const turn = isSilent
        ? silentTransfer(state, queue)
        : await beginInQueue(
            { rules, menus: storedMenus(scope), state, queueId: null, text: '', now: new Date() },
            queue,
          )
      await applyTurn(scope, { ticket, state, answeredId: state.answeredId }, turn)
    }),
  parked: (scope, { ticketId }) =>
    scope.transaction(async (scope) => {
      if (await findDue(scope, ticketId)) await leaveTicketAndNotify(scope, ticketId)
    }),
}

interface DueTransfer {
  ticket: TicketRow
  state: StoredBotState
  rules: BotRules
  queue: BotQueue
  isSilent: boolean
}

async function findDue(scope: Scope, ticketId: number): Promise<DueTransfer | undefined> {
  const ticket = await findTicketRow(scope, ticketId)
  if (ticket?.status !== 'pending' || ticket.queueId !== null || ticket.isGroup === 1 || ticket.whatsappId === null)
    return undefined
  const timers = await readTimers(scope, ticket.whatsappId)
  const rules = await readBotRules(scope, ticket.whatsappId)
  const state = await readBotState(scope, ticketId)
  if (!timers?.timeToTransfer || timers.transferQueueId === null || !rules?.mayAct || !state) return undefined
  if (state.hasFlow) return undefined // the flow decides where the ticket goes
  const queue = await readBotQueue(scope, timers.transferQueueId)
  const cutoff = cutoffOf(rules, undefined, timers.timeToTransfer, new Date())
  if (!queue || cutoff === null || ticket.lastMessageAt > cutoff) return undefined
  // A person who had the ticket returned it: people answer.
  const isSilent = isLongOverdue(ticket.lastMessageAt, cutoff) || state.isPeoples
  return { ticket, state, rules, queue, isSilent }
}

/** The queue's conversation begins with the customer's next message, unless people answer. */
const silentTransfer = (state: StoredBotState, queue: BotQueue): Turn => ({
  says: [],
  state: { ...state, stage: state.isPeoples ? 'done' : 'reopened' },
  queueId: queue.id,
})
