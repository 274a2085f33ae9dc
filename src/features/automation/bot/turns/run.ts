import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { isAsking, route } from '../../../../shared/bot/route'
import type { BotRules } from '../../../../shared/bot/rules'
import { situationOf } from '../../../../shared/bot/situation'
import { takeTurn } from '../../../../shared/bot/turn'
import type { Turn } from '../../../../shared/bot/turn-model'
import { enqueueWorkAfterRobot } from '../../../inbox/distribution/enqueue-work'
import { findTicketRow, type TicketRow } from '../../../inbox/tickets/read'
import { enqueueTicketPush } from '../../../platform/push/enqueue'
import { enqueueFlow } from '../../flows/runs/enqueue'
import { findLiveRun } from '../../flows/runs/rows'
import { recordDecision } from '../decisions'
import { endLiveRun } from '../end-flow'
import { queueOf } from '../enqueue-turn'
import { isAbandoned, leaveTicket } from '../leave-ticket'
import { withPhrases } from '../read-phrases'
import { readBotRules } from '../read-rules'
import { readBotState, type StoredBotState } from '../state'
import { isWelcomeDue, recordWelcome } from '../welcome'
import { applyTurn } from './apply'
import { isLoop } from './loop-guard'
import { storedMenus } from './menus'

interface Answered {
  ticketId: number
  messageId: number
}

const customerMessage = hot<{ id: number; ticketId: number }>()((db, p) =>
  db
    .select('messages')
    .innerJoin('contacts', 'contacts.id', 'messages.contactId')
    .select(['messages.id', 'messages.body', 'messages.createdAt', 'messages.isDeleted', 'contacts.disableBot'])
    .where('messages.id', '=', p('id'))
    .where('messages.ticketId', '=', p('ticketId'))
    .where('messages.fromMe', '=', 0),
)
type CustomerMessage = NonNullable<(typeof customerMessage)['row']>

/**
 * Answers a customer's message. Texts, their delivery jobs, the ticket's queue and the robot's new state share one
 * transaction: a run that was interrupted left nothing, and a second run finds the message answered.
 */
export const runBotTurn: JobHandler<Answered> = {
  run: (scope, answered, { ending }) =>
    scope.transaction(async (scope) => {
      await answerMessage(scope, answered)
      const ticket = await findTicketRow(scope, answered.ticketId)
      if (ticket?.status === 'pending') await enqueueWorkAfterRobot(scope, ticket) // its queue waited for the robot
      await ending?.finish(scope)
    }),
}

async function answerMessage(scope: Scope, { ticketId, messageId }: Answered) {
  const ticket = await findTicketRow(scope, ticketId)
  if (ticket?.status === 'open') await enqueueTicketPush(scope, messageId) // the robot was to ask; now an agent answers
  if (ticket?.status !== 'pending' || ticket.whatsappId === null) return
  const state = await readBotState(scope, ticketId)
  if (!state || state.answeredId >= messageId) return
  const message = await scope.db.first(customerMessage, { id: messageId, ticketId })
  const rules = await readBotRules(scope, ticket.whatsappId)
  if (!message || message.isDeleted === 1 || !rules) return
  const rulesWithPhrases = await withPhrases(scope, rules, ticket.whatsappId, message.body)
  await answerWith(scope, { ticket, state, message, rules: rulesWithPhrases })
}

interface Facts {
  ticket: TicketRow
  state: StoredBotState
  message: CustomerMessage
  rules: BotRules
}

/** Decides again, because the ticket may have changed since the message was stored. */
async function answerWith(scope: Scope, { ticket, state, message, rules }: Facts) {
  const now = new Date()
  const queue = await queueOf(scope, rules, ticket.queueId)
  const addressed = {
    ...{ ticket, queue, state },
    message: { fromMe: false, at: message.createdAt, text: message.body },
    hasFlow: state.hasFlow,
    isBotBlocked: message.disableBot === 1,
    isNewCustomer: await isWelcomeDue(scope, rules, ticket),
  }
  const decision = route(situationOf(rules, addressed, now))
  await recordDecision(scope, ticket.id, message.id, decision)
  if (isAbandoned(ticket, decision)) return leaveTicket(scope, ticket, state)
  if (decision.handler === null) return
  const { queueId } = ticket
  const { isNewCustomer } = addressed
  const isRepeated = await isLoop(scope, ticket.id, now)
  if (decision.handler === 'flowInput' && !(isRepeated && (await endsByLoop(scope, ticket.id))))
    return enqueueFlow(scope, ticket.id)
  const turn: Turn = isRepeated
    ? { says: [], state: { ...state, stage: 'done', program: null }, queueId, end: 'loop' }
    : await takeTurn(decision.handler, {
        ...{ rules, state, queueId, now, isNewCustomer },
        menus: storedMenus(scope),
        text: message.body,
      })
  await applyTurn(scope, { ticket, state, answeredId: message.id }, turn)
  if (turn.startsFlow !== undefined && isNewCustomer && turn.startsFlow === rules.connection.flows.welcome)
    await recordWelcome(scope, ticket)
  if (turn.end && isAsking(decision.handler)) await enqueueTicketPush(scope, message.id)
}

/** Ends a run whose program seems to talk with another robot; answers to a flow's own questions may well be equal. */
async function endsByLoop(scope: Scope, ticketId: number): Promise<boolean> {
  const live = await findLiveRun(scope, ticketId)
  return live?.run.state === 'program' && endLiveRun(scope, ticketId, 'loop')
}
