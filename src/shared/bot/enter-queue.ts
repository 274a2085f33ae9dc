import { type BotProgram, type BotQueue, type BotRules, closedText } from './rules'
import type { BotText, Turn, TurnInput } from './turn-model'
import { callProgram, endTurn, findQueue, optionMenu } from './turn-results'

/** Begins the conversation of the ticket's queue; without one, sends the connection's greeting. */
export async function greet(input: TurnInput): Promise<Turn> {
  const queue = await findQueue(input, input.queueId)
  if (queue) return enterQueue(input, queue)
  return endTurn(input, 'greeted', [connectionGreeting(input.rules)])
}

/**
 * Begins the conversation of a queue: its text while closed, else its menu of options, else its program, else its
 * greeting, after which people answer.
 */
export async function enterQueue(input: TurnInput, queue: BotQueue): Promise<Turn> {
  const { rules, menus, state, now } = input
  const before = firstGreeting(input)
  const entered = { ...input, queueId: queue.id }
  const closed = closedText(rules, queue, now)
  if (closed !== null) return waitClosed(entered, queue, closed)
  const lines = queue.hasOptions ? await menus.options(queue.id, null) : []
  if (lines.length > 0) {
    const menu = optionMenu(input, queue, queue.greeting, lines, 0)
    const asked = { ...state, stage: 'options' as const, optionId: null, invalidAnswers: 0 }
    return { says: [...before, menu], state: asked, queueId: queue.id }
  }
  if (isIncluded(rules, queue.program)) return callProgram(entered, queue.program, before)
  return endTurn(entered, 'queue', [...before, { text: queue.greeting, voice: 'greeting', speaker: queue.name }])
}

/** Begins the conversation of a queue that a timer chose; silent while the queue is closed. */
export async function beginInQueue(input: TurnInput, queue: BotQueue): Promise<Turn> {
  const waiting = { ...input, state: { ...input.state, stage: 'reopened' as const, program: null } }
  const isClosed = closedText(input.rules, queue, input.now) !== null
  return isClosed ? { says: [], state: waiting.state, queueId: queue.id } : enterQueue(waiting, queue)
}

const isIncluded = ({ useOpenAi, useIntegrations }: BotRules, program: BotProgram | null) =>
  program !== null && (program.kind === 'prompt' ? useOpenAi : useIntegrations)

/** The connection's greeting, sent before the queue's own text to a new ticket of a connection with one queue. */
function firstGreeting({ rules, state }: TurnInput): BotText[] {
  const isDue = state.stage === 'created' && rules.greetsOneQueue && rules.queues.length === 1
  const greeting = connectionGreeting(rules)
  return isDue && greeting.text.trim().length > 1 ? [greeting] : []
}

const connectionGreeting = ({ connection }: BotRules): BotText => ({
  text: connection.greeting,
  voice: 'greeting',
  speaker: connection.name,
})

/** The ticket stays in a closed queue, whose conversation begins with the first message while it is open. */
function waitClosed({ state, now, queueId }: TurnInput, queue: BotQueue, text: string): Turn {
  const waiting = { ...state, stage: 'reopened' as const, optionId: null }
  if (text === '') return { says: [], state: waiting, queueId }
  const says: BotText[] = [{ text, voice: 'outOfHours', speaker: queue.name }]
  return { says, state: { ...waiting, closedTextAt: now.toISOString() }, queueId }
}
