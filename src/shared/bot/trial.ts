import { type BotReason, route } from './route'
import type { BotRules } from './rules'
import { situationOf } from './situation'
import { takeTurn } from './turn'
import type { BotEnd, BotMenus, BotState, BotText } from './turn-model'

/** State of a conversation with a virtual customer; nothing of it is stored. */
interface Trial {
  state: BotState
  queueId: number | null
}

/** Answer of the robot to one message of the virtual customer, and why. */
export interface TrialAnswer {
  says: BotText[]
  reason: BotReason
  end?: BotEnd
  trial: Trial
}

/** Ticket of a customer who writes for the first time; a connection's single queue is assigned at once. */
export function newTrial({ queues }: BotRules): Trial {
  const [first, second] = queues
  const counters = { menusSent: 0, menuAt: null, invalidAnswers: 0, optionId: null, closedTextAt: null, program: null }
  return { state: { stage: 'created', ...counters }, queueId: first && !second ? first.id : null }
}

/** Decides and answers by the same functions as the server, at any time. */
export async function answerTrial(
  rules: BotRules,
  menus: BotMenus,
  { state, queueId }: Trial,
  { text, now }: { text: string; now: Date },
): Promise<TrialAnswer> {
  const queue =
    queueId === null ? undefined : (rules.queues.find(({ id }) => id === queueId) ?? (await menus.queue(queueId)))
  const ticket = { status: 'pending' as const, isGroup: 0 as const, queueId }
  const message = { fromMe: false, at: now.toISOString(), text }
  const { handler, reason } = route(
    situationOf(
      rules,
      { ticket, queue, message, isBotBlocked: false, hasFlow: false, isNewCustomer: false, state },
      now,
    ),
  )
  if (handler === null) return { says: [], reason, trial: { state, queueId } }
  const turn = await takeTurn(handler, { rules, menus, state, queueId, text, now })
  return { says: turn.says, reason, end: turn.end, trial: { state: turn.state, queueId: turn.queueId } }
}
