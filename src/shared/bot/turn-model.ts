import type { BotStage, SessionKind } from './route'
import type { BotOption, BotProgram, BotQueue, BotRules } from './rules'

/** The robot's state in one attendance; a row, never memory. */
export interface BotState {
  stage: BotStage
  /** Queue menus sent in this attendance, those after an invalid answer included. */
  menusSent: number
  /** Time of the last queue menu, UTC ISO. */
  menuAt: string | null
  /** Invalid answers at the current option. */
  invalidAnswers: number
  /** Option whose menu was sent; null for the first menu of the queue. */
  optionId: number | null
  /** Time of the last text about being closed, UTC ISO. */
  closedTextAt: string | null
  /** Program that talks with the customer. */
  program: BotProgram<SessionKind> | null
}

/** Part of the robot that speaks; shown to the company's users beside the text. */
export const botVoices = [
  'outOfHours',
  'greeting',
  'queueMenu',
  'optionTree',
  'rating',
  'optOut',
  'timer',
  'prompt',
  'integration',
] as const
export type BotVoice = (typeof botVoices)[number]

export interface BotText {
  /** With variables, which the caller fills. */
  text: string
  voice: BotVoice
  /** Name of the queue or connection whose text it is. */
  speaker: string
  /** Id of the option whose files follow the text, which may be empty. */
  filesOf?: number
}

/**
 * Reasons why the robot left the ticket to people. `program`: a prompt or an integration handed over; `failed`: it gave no
 * answer.
 */
export const botEnds = [
  'leaf',
  'queue',
  'greeted',
  'invalid',
  'menus',
  'nothing',
  'loop',
  'program',
  'failed',
  'flow',
] as const
export type BotEnd = (typeof botEnds)[number]

/** Result of a turn: texts in order, the new state and queue. */
export interface Turn {
  says: BotText[]
  state: BotState
  queueId: number | null
  /** Set when people answer from now on. */
  end?: BotEnd
  /** The state's program is to answer the message. */
  callsProgram?: true
  /** Flow that begins after the texts. */
  startsFlow?: number
}

/** Reads the parts of the rules that a turn needs only sometimes. */
export interface BotMenus {
  queue(id: number): Promise<BotQueue | undefined>
  /** Options of one menu in their order; the first menu has no parent. */
  options(queueId: number, parentId: number | null): Promise<BotOption[]>
  option(queueId: number, id: number): Promise<BotOption | undefined>
}

export interface TurnInput {
  rules: BotRules
  menus: BotMenus
  state: BotState
  queueId: number | null
  /** The customer's message. */
  text: string
  now: Date
  /** As in `Addressed`; false where no message began the turn. */
  isNewCustomer?: boolean
}
