import { chosenLine } from './answer'
import { enterQueue } from './enter-queue'
import type { BotRules } from './rules'
import type { Turn, TurnInput } from './turn-model'
import { endTurn, silent } from './turn-results'

/** Sends the menu of queues, or reads the customer's text as the answer to it. */
export async function answerQueueMenu(input: TurnInput): Promise<Turn> {
  const { rules, state, text, now } = input
  const [first, second] = rules.queues
  if (!first) return endTurn(input, 'nothing')
  if (!second) return enterQueue(input, first)
  if (state.stage !== 'queues') return sendQueueMenu(input)
  const chosen = chosenLine(text, queueLines(rules))
  if (chosen) return enterQueue(input, chosen.queue)
  if (text.trim() === '#') return sendQueueMenu(input)
  const isQuiet =
    state.menuAt !== null && now.getTime() < Date.parse(state.menuAt) + rules.connection.menuSilence * 60_000
  return isQuiet ? silent(input) : sendQueueMenu(input, rules.invalidOption)
}

const queueLines = ({ queues }: BotRules) =>
  queues.map((queue, at) => ({ option: `${at + 1}`, title: queue.name, queue }))

/** Sends the queue menu, unless it was sent as often as the connection allows: then people answer. */
export function sendQueueMenu(input: TurnInput, notice = ''): Turn {
  const { rules, state, now } = input
  const { maxMenus, greeting, name } = rules.connection
  if (maxMenus > 0 && state.menusSent >= maxMenus) return endTurn(input, 'menus')
  const lines = queueLines(rules).map(({ option, title }) => `*[ ${option} ]* - ${title}`)
  const text = [notice || greeting.trim(), '', ...lines].join('\n').trim()
  const asked = { ...state, stage: 'queues' as const, optionId: null, invalidAnswers: 0 }
  return {
    says: [{ text, voice: 'queueMenu', speaker: name }],
    state: { ...asked, menusSent: state.menusSent + 1, menuAt: now.toISOString() },
    queueId: null,
  }
}
