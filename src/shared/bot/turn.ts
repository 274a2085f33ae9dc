import { printMenu } from '../option-menu'
import { chosenLine } from './answer'
import type { BotHandler, BotStage, SessionKind } from './route'
import { type BotOption, type BotProgram, type BotQueue, type BotRules, closedText } from './rules'

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

/** Reasons why the robot left the ticket to people. */
/** `program`: a prompt or an integration handed over; `failed`: it gave no answer. */
export const botEnds = ['leaf', 'queue', 'greeted', 'invalid', 'menus', 'nothing', 'loop', 'program', 'failed'] as const
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
}

/** Number of invalid answers to one menu of options after which people answer (server-behaviour §2.5). */
export const maxInvalidAnswers = 3

/** Handlers after which the session of a program goes on; another one answers only when the program no longer may. */
const keepsSession: BotHandler[] = ['session', 'outOfHours']

/** Works out what a handler answers. Reads rules and state only, so that a repeated run gives the same answer. */
export function takeTurn(handler: BotHandler, asked: TurnInput): Promise<Turn> {
  const input = keepsSession.includes(handler) ? asked : { ...asked, state: { ...asked.state, program: null } }
  if (handler === 'outOfHours') return sayClosed(input)
  if (handler === 'queueMenu') return answerQueueMenu(input)
  if (handler === 'optionTree') return answerOptions(input)
  if (handler === 'greeting' || handler === 'queueProgram') return greet(input)
  if (handler === 'connectionProgram') return Promise.resolve(callProgram(input, input.rules.connection.program))
  if (handler === 'session') return Promise.resolve(callProgram(input, input.state.program))
  return Promise.resolve(silent(input)) // the others belong to flows
}

/** A turn without a text that leaves the state as it is. */
const silent = ({ state, queueId }: TurnInput): Turn => ({ says: [], state, queueId })

/** Begins or continues the session of a program. */
function callProgram(input: TurnInput, program: BotProgram | null, says: BotText[] = []): Turn {
  const { state, queueId } = input
  if (program === null || program.kind === 'flow') return silent(input)
  const session = { kind: program.kind, id: program.id }
  const counters = { stage: 'reopened' as const, optionId: null, invalidAnswers: 0 }
  return { says, state: { ...state, ...counters, program: session }, queueId, callsProgram: true }
}

const isSaid = ({ text, filesOf }: BotText) => text.trim() !== '' || filesOf !== undefined

/** Leaves the ticket to people. */
const endTurn = (input: TurnInput, end: BotEnd, says: BotText[] = []): Turn => ({
  says: says.filter(isSaid),
  state: { ...input.state, stage: 'done', program: null },
  queueId: input.queueId,
  end,
})

const findQueue = async ({ rules, menus }: TurnInput, id: number | null) =>
  id === null ? undefined : (rules.queues.find((queue) => queue.id === id) ?? (await menus.queue(id)))

async function sayClosed(input: TurnInput): Promise<Turn> {
  const queue = await findQueue(input, input.queueId)
  const { rules, now, state, queueId } = input
  const text = closedText(rules, queue, now)
  if (!text) return silent(input)
  const speaker = rules.scheduleType === 'queue' && queue ? queue.name : rules.connection.name
  return {
    says: [{ text, voice: 'outOfHours', speaker }],
    state: { ...state, closedTextAt: now.toISOString() },
    queueId,
  }
}

async function greet(input: TurnInput): Promise<Turn> {
  const queue = await findQueue(input, input.queueId)
  if (queue) return enterQueue(input, queue)
  return endTurn(input, 'greeted', [connectionGreeting(input.rules)])
}

const connectionGreeting = ({ connection }: BotRules): BotText => ({
  text: connection.greeting,
  voice: 'greeting',
  speaker: connection.name,
})

/** The connection's greeting, sent before the queue's own text to a new ticket of a connection with one queue. */
function firstGreeting({ rules, state }: TurnInput): BotText[] {
  const isDue = state.stage === 'created' && rules.greetsOneQueue && rules.queues.length === 1
  const greeting = connectionGreeting(rules)
  return isDue && greeting.text.trim().length > 1 ? [greeting] : []
}

/**
 * Begins the conversation of a queue: its text while closed, else its menu of options, else its program, else its
 * greeting, after which people answer.
 */
async function enterQueue(input: TurnInput, queue: BotQueue): Promise<Turn> {
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

const isIncluded = ({ useOpenAi, useIntegrations }: BotRules, program: BotProgram | null) =>
  program !== null && (program.kind === 'prompt' ? useOpenAi : useIntegrations)

/** Begins the conversation of a queue that a timer chose; silent while the queue is closed. */
export async function beginInQueue(input: TurnInput, queue: BotQueue): Promise<Turn> {
  const waiting = { ...input, state: { ...input.state, stage: 'reopened' as const, program: null } }
  const isClosed = closedText(input.rules, queue, input.now) !== null
  return isClosed ? { says: [], state: waiting.state, queueId: queue.id } : enterQueue(waiting, queue)
}

/** The ticket stays in a closed queue, whose conversation begins with the first message while it is open. */
function waitClosed({ state, now, queueId }: TurnInput, queue: BotQueue, text: string): Turn {
  const waiting = { ...state, stage: 'reopened' as const, optionId: null }
  if (text === '') return { says: [], state: waiting, queueId }
  const says: BotText[] = [{ text, voice: 'outOfHours', speaker: queue.name }]
  return { says, state: { ...waiting, closedTextAt: now.toISOString() }, queueId }
}

async function answerQueueMenu(input: TurnInput): Promise<Turn> {
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
function sendQueueMenu(input: TurnInput, notice = ''): Turn {
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

async function answerOptions(input: TurnInput): Promise<Turn> {
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

/** Sends the option's own menu; without one, its message, after which the next queue or people answer. */
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
  return { ...turn, says: [...[last].filter(isSaid), ...turn.says] }
}

function refuseAnswer(input: TurnInput, queue: BotQueue, at: BotOption | null, lines: BotOption[]): Turn {
  const invalidAnswers = input.state.invalidAnswers + 1
  if (invalidAnswers >= maxInvalidAnswers) return endTurn(input, 'invalid')
  const menu = optionMenu(input, queue, input.rules.invalidOption, lines, at ? 1 : 0)
  return { says: [menu], state: { ...input.state, invalidAnswers }, queueId: queue.id }
}

const optionMenu = (
  { rules: { language } }: TurnInput,
  queue: BotQueue,
  message: string,
  lines: BotOption[],
  depth: number,
): BotText => ({ text: printMenu({ message, lines, depth, language }), voice: 'optionTree', speaker: queue.name })
