/** Handlers that may answer a customer's message; exactly one answers (docs/behaviour.md, "Who answers"). */
export const botHandlers = [
  'ratingAnswer',
  'outOfHours',
  'flowInput',
  'session',
  'phraseFlow',
  'connectionProgram',
  'queueMenu',
  'optionTree',
  'queueProgram',
  'greeting',
] as const
export type BotHandler = (typeof botHandlers)[number]

const askingHandlers: (BotHandler | null)[] = [
  ...(['queueMenu', 'optionTree', 'session', 'connectionProgram', 'queueProgram'] as const),
  ...(['flowInput', 'phraseFlow'] as const),
]
/** True for handlers that talk with the customer on the company's behalf; agents hear of the message when they end. */
export const isAsking = (handler: BotHandler | null) => askingHandlers.includes(handler)

/**
 * Place of an attendance in the robot's conversation. `created`: a new ticket; `reopened`: a ticket the robot starts
 * with again; `queues` and `options`: a menu was sent and its answer is awaited; `done`: people answer.
 */
export const botStages = ['created', 'reopened', 'queues', 'options', 'done'] as const
export type BotStage = (typeof botStages)[number]

/** Kinds of programs that talk with a customer in a session, until they hand over to people. */
const sessionKinds = ['integration', 'prompt'] as const
export type SessionKind = (typeof sessionKinds)[number]
export type ProgramKind = 'flow' | SessionKind

/** Facts on which the choice of the handler depends. */
export interface Situation {
  isFromMe: boolean
  isGroup: boolean
  isOldMessage: boolean
  isBotBlocked: boolean
  mayAct: boolean
  useIntegrations: boolean
  useOpenAi: boolean
  /** A person holds the ticket. */
  isHeld: boolean
  /** The message is the answer to a request for a rating. */
  isRatingAnswer: boolean
  /** `due`: closed, and the text about it is to be sent. */
  hours: 'open' | 'closed' | 'due'
  flowWaits: boolean
  session: SessionKind | null
  hasPhraseFlow: boolean
  connectionProgram: ProgramKind | null
  /** Program of the ticket's queue. */
  queueProgram: ProgramKind | null
  stage: BotStage
  hasQueue: boolean
  /** Number of queues of the connection. */
  queues: number
  /** The ticket's queue has a menu of options. */
  hasOptions: boolean
  /** The connection or the ticket's queue has a greeting for this ticket. */
  hasGreeting: boolean
}

export type BotReason =
  | 'ownMessage'
  | 'group'
  | 'botBlocked'
  | 'oldMessage'
  | 'companyInactive'
  | 'agent'
  | 'rating'
  | 'closed'
  | 'closedBefore'
  | 'flowWaits'
  | 'session'
  | 'phrase'
  | 'program'
  | 'people'
  | 'queueAsked'
  | 'noQueue'
  | 'optionAsked'
  | 'queueHasOptions'
  | 'queueProgram'
  | 'newTicket'
  | 'nothingToSay'

/** The handler that answers, or null, and why. */
export interface Decision {
  handler: BotHandler | null
  reason: BotReason
}

type Rule = [reason: BotReason, handler: BotHandler | null, applies: (situation: Situation) => boolean]

const isIncluded = (kind: ProgramKind | null, { useIntegrations, useOpenAi }: Situation) =>
  kind !== null && (kind === 'prompt' ? useOpenAi : useIntegrations)
const begins = ({ stage }: Situation) => stage === 'created' || stage === 'reopened'
/** The single queue of a connection is assigned to each new ticket, and so is no choice of the customer. */
const choseNoQueue = ({ hasQueue, queues }: Situation) => !hasQueue || queues === 1

/** In order of precedence; the first rule that applies decides. */
const rules: Rule[] = [
  ['ownMessage', null, ({ isFromMe }) => isFromMe],
  ['group', null, ({ isGroup }) => isGroup],
  ['agent', null, ({ isHeld }) => isHeld],
  ['rating', 'ratingAnswer', ({ isRatingAnswer }) => isRatingAnswer],
  ['botBlocked', null, ({ isBotBlocked }) => isBotBlocked],
  ['oldMessage', null, ({ isOldMessage }) => isOldMessage],
  ['companyInactive', null, ({ mayAct }) => !mayAct],
  ['closed', 'outOfHours', ({ hours }) => hours === 'due'],
  ['closedBefore', null, ({ hours }) => hours === 'closed'],
  ['flowWaits', 'flowInput', ({ flowWaits, useIntegrations }) => flowWaits && useIntegrations],
  ['session', 'session', (it) => isIncluded(it.session, it)],
  ['phrase', 'phraseFlow', ({ hasPhraseFlow, useIntegrations }) => hasPhraseFlow && useIntegrations],
  ['people', null, ({ stage }) => stage === 'done'],
  ['program', 'connectionProgram', (it) => begins(it) && choseNoQueue(it) && isIncluded(it.connectionProgram, it)],
  ['queueAsked', 'queueMenu', ({ stage }) => stage === 'queues'],
  ['noQueue', 'queueMenu', (it) => begins(it) && !it.hasQueue && it.queues > 0],
  ['optionAsked', 'optionTree', ({ stage }) => stage === 'options'],
  ['queueHasOptions', 'optionTree', ({ hasQueue, hasOptions }) => hasQueue && hasOptions],
  ['queueProgram', 'queueProgram', (it) => begins(it) && it.hasQueue && isIncluded(it.queueProgram, it)],
  ['newTicket', 'greeting', ({ hasGreeting }) => hasGreeting],
]

/**
 * Decides who answers a customer, robot or people: the one handler that answers a message, in the precedence of
 * `rules`. Pure: it reads neither the clock nor the database.
 */
export function route(situation: Situation): Decision {
  const [reason, handler] = rules.find(([, , applies]) => applies(situation)) ?? ['nothingToSay', null]
  return { reason, handler }
}
