import { printMenu } from '../option-menu'
import type { BotOption, BotProgram, BotQueue } from './rules'
import type { BotEnd, BotText, Turn, TurnInput } from './turn-model'

/** A turn without a text that leaves the state as it is. */
export const silent = ({ state, queueId }: TurnInput): Turn => ({ says: [], state, queueId })

/** Begins a flow, or begins or continues the session of a program. */
export function callProgram(input: TurnInput, program: BotProgram | null, says: BotText[] = []): Turn {
  const { state, queueId } = input
  if (program === null) return silent(input)
  if (program.kind === 'flow') return { says, state: { ...state, program: null }, queueId, startsFlow: program.id }
  const session = { kind: program.kind, id: program.id }
  const counters = { stage: 'reopened' as const, optionId: null, invalidAnswers: 0 }
  return { says, state: { ...state, ...counters, program: session }, queueId, callsProgram: true }
}

/** Leaves the ticket to people. */
export const endTurn = (input: TurnInput, end: BotEnd, says: BotText[] = []): Turn => ({
  says: says.filter(hasContent),
  state: { ...input.state, stage: 'done', program: null },
  queueId: input.queueId,
  end,
})

/** True for a text that is not empty, or that files follow. */
export const hasContent = ({ text, filesOf }: BotText) => text.trim() !== '' || filesOf !== undefined

/** Returns a queue, also one that the connection does not have. */
export const findQueue = async ({ rules, menus }: TurnInput, id: number | null) =>
  id === null ? undefined : (rules.queues.find((queue) => queue.id === id) ?? (await menus.queue(id)))

/** Text of a menu of options. */
export const optionMenu = (
  { rules: { language } }: TurnInput,
  queue: BotQueue,
  message: string,
  lines: BotOption[],
  depth: number,
): BotText => ({ text: printMenu({ message, lines, depth, language }), voice: 'optionTree', speaker: queue.name })
