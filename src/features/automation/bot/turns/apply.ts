import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { BotText, Turn } from '../../../../shared/bot/turn-model'
import { createOutboundMessages } from '../../../inbox/messages/send/send'
import { fillAutomaticText } from '../../../inbox/messages/send/variables'
import { recordEvent } from '../../../inbox/tickets/history/events'
import { type TicketRow, toTicket } from '../../../inbox/tickets/read'
import { startFlow } from '../../flows/runs/start/start'
import { changeSession, enqueueProgram } from '../session'
import { type StoredBotState, storeBotEnd, storeBotState } from '../state'
import { changeTicket } from '../ticket'

const setLoop = hot<{ id: number }>()((db, p) => db.update('tickets').set({ botLoop: 1 }).where('id', '=', p('id')))

interface Conversation {
  ticket: TicketRow
  state: StoredBotState
  /** The message that the turn answers. */
  answeredId: number
}

/** Stores a turn: the ticket's queue, the texts with their delivery, the new state. Call within a transaction. */
export async function applyTurn(scope: Scope, { ticket, state, answeredId }: Conversation, turn: Turn) {
  const { stage, program } = turn.state
  const asks = stage === 'queues' || stage === 'options' || program !== null || turn.startsFlow !== undefined
  const row = await changeTicket(scope, ticket, turn.queueId, asks ? 1 : 0)
  for (const text of turn.says) await say(scope, row, text, answeredId)
  await storeBotState(scope, state, turn.state, answeredId)
  await changeSession(scope, state, program)
  if (turn.callsProgram && program) await enqueueProgram(scope, ticket.id, program)
  if (turn.startsFlow !== undefined)
    await startFlow(scope, { ticket: row, state, flowId: turn.startsFlow, messageId: answeredId })
  if (turn.end) await storeBotEnd(scope, state, turn.end, new Date().toISOString())
  if (turn.end === 'loop') await markLoop(scope, row)
}

/** Marks a ticket that looks like a conversation of two robots, in its history and in the list. */
async function markLoop(scope: Scope, ticket: TicketRow) {
  await recordEvent(scope, { kind: 'botStopped', before: ticket, after: ticket })
  await scope.db.run(setLoop, { id: ticket.id })
  scope.publish('ticket', { action: 'update', ticket: toTicket(scope, { ...ticket, botLoop: 1 }) })
}

/** Sends a text; its files follow in a job, because reading them takes longer than a transaction may. */
async function say(scope: Scope, ticket: TicketRow, said: BotText, messageId: number) {
  const { text, filesOf: optionId } = said
  if (text.trim() !== '') await sendText(scope, ticket, said)
  if (optionId !== undefined) await scope.enqueue('bot.files', { ticketId: ticket.id, messageId, optionId })
}

async function sendText(scope: Scope, ticket: TicketRow, { text, voice, speaker }: BotText) {
  const body = await fillAutomaticText(scope, ticket, text)
  const draft = { body, quotedId: null, files: [], bot: voice }
  await createOutboundMessages(scope, ticket, draft, { origin: 'bot', userId: null, senderName: speaker })
}
