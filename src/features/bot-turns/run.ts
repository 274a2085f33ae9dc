import type { JobHandler } from '../../core/jobs/job'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { isAsking, route } from '../../shared/bot/route'
import type { BotRules } from '../../shared/bot/rules'
import { situationOf } from '../../shared/bot/situation'
import { takeTurn } from '../../shared/bot/turn'
import type { Turn } from '../../shared/bot/turn-model'
import { findPhrase } from '../../shared/flow/phrase'
import { recordDecision } from '../bot/decisions'
import { queueOf } from '../bot/enqueue-turn'
import { readBotRules } from '../bot/read-rules'
import { changeSession } from '../bot/session'
import { readBotState, type StoredBotState, storeBotState } from '../bot/state'
import { changeTicket } from '../bot/ticket'
import { enqueueFlow } from '../flow-runs/enqueue'
import { startFlow } from '../flow-runs/start'
import { enqueueTicketPush } from '../push/enqueue'
import { findTicketRow, type TicketRow } from '../tickets/read'
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
  run: (scope, answered) => scope.transaction((scope) => answerMessage(scope, answered)),
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
  await answerWith(scope, { ticket, state, message, rules })
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
  }
  const decision = route(situationOf(rules, addressed, now))
  await recordDecision(scope, ticket.id, message.id, decision)
  if (decision.handler === null) return
  if (decision.handler === 'flowInput') return enqueueFlow(scope, ticket.id)
  if (decision.handler === 'phraseFlow') return startPhraseFlow(scope, { ticket, state, message, rules })
  const { queueId } = ticket
  const turn: Turn = (await isLoop(scope, ticket.id, now))
    ? { says: [], state: { ...state, stage: 'done' }, queueId, end: 'loop' }
    : await takeTurn(decision.handler, {
        ...{ rules, state, queueId, now },
        menus: storedMenus(scope),
        text: message.body,
      })
  await applyTurn(scope, { ticket, state, answeredId: message.id }, turn)
  if (turn.end && isAsking(decision.handler)) await enqueueTicketPush(scope, message.id)
}

/** Starts the flow of the phrase; a menu or session before it ends. */
async function startPhraseFlow(scope: Scope, { ticket, state, message, rules }: Facts) {
  const phrase = findPhrase(rules.phrases, message.body)
  const isStarted =
    phrase && (await startFlow(scope, ticket.id, state, { flowId: phrase.flowId, messageId: message.id }))
  if (!isStarted) return
  await changeSession(scope, state, null)
  await storeBotState(scope, state, { ...state, stage: 'done', program: null }, message.id)
  await changeTicket(scope, ticket, ticket.queueId, 1)
}
