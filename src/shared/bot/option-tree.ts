import { chosenLine } from './answer'
import { enterQueue } from './enter-queue'
import { sendQueueMenu } from './queue-menu'
import type { BotOption, BotQueue } from './rules'
import type { BotText, Turn, TurnInput } from './turn-model'
import { endTurn, findQueue, hasContent, optionMenu } from './turn-results'

/** Number of invalid answers to one menu of options after which people answer. */
const maxInvalidAnswers = 3

/** Begins the queue's menu of options, or reads the customer's text as the answer to it. */
export async function answerOptions(input: TurnInput): Promise<Turn> {
  const { menus, state, text } = input
  const queue = await findQueue(input, input.queueId)
  if (!queue) return endTurn(input, 'nothing')
  if (state.stage !== 'options') return enterQueue(input, queue)
  const at = state.optionId === null ? null : await menus.option(queue.id, state.optionId)
  if (at === undefined) return showMenu(input, queue, null) // the option was deleted: back to the first menu
  const typed = text.trim()
  if (typed === '#') return input.rules.queues.length > 1 ? sendQueueMenu(input) : showMenu(input, queue, null)
  if (typed === '0' && at) return showMenu(input, queue, await parentOf(input, queue, at))
  return answerMenu(input, queue, at)
}

/** Reads the customer's text as an answer to the menu behind an option. */
async function answerMenu(input: TurnInput, queue: BotQueue, at: BotOption | null): Promise<Turn> {
  const { menus, text } = input
  const typed = text.trim()
  const lines = await menus.options(queue.id, at?.id ?? null)
  if (lines.length === 0) return endTurn(input, 'nothing')
  const chosen = lines.length === 1 && typed !== '' ? lines[0] : chosenLine(text, lines)
  return chosen ? chooseOption(input, queue, chosen) : refuseAnswer(input, queue, at, lines)
}

const parentOf = async ({ menus }: TurnInput, queue: BotQueue, { parentId }: BotOption) =>
  parentId === null ? null : ((await menus.option(queue.id, parentId)) ?? null)

/** Sends the menu behind an option; null for the first menu. */
async function showMenu(input: TurnInput, queue: BotQueue, at: BotOption | null): Promise<Turn> {
  const lines = await input.menus.options(queue.id, at?.id ?? null)
  if (lines.length === 0) return endTurn(input, 'nothing')
  const menu = optionMenu(input, queue, at ? at.message : queue.greeting, lines, at ? 1 : 0)
  const state = { ...input.state, stage: 'options' as const, optionId: at?.id ?? null, invalidAnswers: 0 }
  return { says: [menu], state, queueId: queue.id }
}

/**
 * Sends the menu behind an option. An option without a menu sends its message; then its next queue begins, or people
 * answer.
 */
async function chooseOption(input: TurnInput, queue: BotQueue, option: BotOption): Promise<Turn> {
  const lines = await input.menus.options(queue.id, option.id)
  if (lines.length > 0) return showMenu(input, queue, option)
  const last: BotText = {
    ...{ text: option.message, voice: 'optionTree', speaker: queue.name },
    ...(option.fileListId !== null && { filesOf: option.id }),
  }
  const next = await findQueue(input, option.nextQueueId)
  if (!next || next.id === queue.id) return endTurn(input, 'leaf', [last])
  const turn = await enterQueue({ ...input, state: { ...input.state, stage: 'reopened' } }, next)
  return { ...turn, says: [...[last].filter(hasContent), ...turn.says] }
}

function refuseAnswer(input: TurnInput, queue: BotQueue, at: BotOption | null, lines: BotOption[]): Turn {
  const invalidAnswers = input.state.invalidAnswers + 1
  if (invalidAnswers >= maxInvalidAnswers) return endTurn(input, 'invalid')
  const menu = optionMenu(input, queue, input.rules.invalidOption, lines, at ? 1 : 0)
  return { says: [menu], state: { ...input.state, invalidAnswers }, queueId: queue.id }
}
