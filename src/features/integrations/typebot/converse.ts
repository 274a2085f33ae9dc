import type { SendOutside } from '../../../core/net/outside-request'
import { isObject, listOrEmpty, textOrEmpty } from '../failure'
import { type ChoiceInput, matchChoice, printChoices } from './choices'
import { continueChat, startChat, type TypebotAddress } from './client'
import type { Bubble, Control, TypebotReply } from './reply'

export interface TypebotSettings extends TypebotAddress {
  /** Minutes of silence after which the bot begins again; 0 for never. */
  expires: number
  /** Milliseconds of typing before each message. */
  delay: number
  keywordFinish: string
  keywordRestart: string
  restartMessage: string
  /** Text for an answer that the bot refuses. */
  refusedMessage: string
}

/** Session of one customer, kept in the attendance. */
export interface TypebotState {
  sessionId: string
  resultId: string
  /** Time of the last exchange, epoch ms. */
  at: number
  choices: ChoiceInput | null
}

export interface TypebotTurn {
  bubbles: Bubble[]
  state: TypebotState | null
  control: Control | null
  /** `ended`: the bot asks nothing more. `finished`: the customer sent the keyword. */
  end: 'ended' | 'finished' | null
}

export interface TypebotInput {
  text: string
  state: TypebotState | null
  variables: Record<string, string>
  /** Epoch ms. */
  now: number
}

/** Has the bot answer a text of the customer. @throws IntegrationFailure */
export async function converse(
  send: SendOutside,
  settings: TypebotSettings,
  input: TypebotInput,
): Promise<TypebotTurn> {
  const silent = { bubbles: [], state: null, control: null }
  if (isKeyword(settings.keywordFinish, input.text)) return { ...silent, end: 'finished' }
  if (isKeyword(settings.keywordRestart, input.text)) {
    const bubbles = textBubbles(settings.restartMessage, settings.delay)
    return { ...silent, bubbles, end: null }
  }
  const { state, reply } = await ask(send, settings, input)
  return turnOf(settings, { ...state, choices: reply.choices, at: input.now }, reply)
}

const isKeyword = (keyword: string, text: string) =>
  keyword.trim() !== '' && text.trim().toLowerCase() === keyword.trim().toLowerCase()

interface Asked {
  state: Pick<TypebotState, 'sessionId' | 'resultId'>
  reply: TypebotReply
}

async function ask(send: SendOutside, settings: TypebotSettings, input: TypebotInput): Promise<Asked> {
  const { state, text, now } = input
  const isLive = state !== null && (settings.expires === 0 || now - state.at <= settings.expires * 60_000)
  if (!isLive) return start(send, settings, input, null)
  const reply = await continueChat(send, settings, state.sessionId, matchChoice(state.choices, text))
  return reply ? { state, reply } : start(send, settings, input, state.resultId || null)
}

/** A bot that begins with a question and has not taken the text as its answer is asked again. */
async function start(
  send: SendOutside,
  settings: TypebotSettings,
  { text, variables }: TypebotInput,
  resultId: string | null,
): Promise<Asked> {
  const { reply, ...state } = await startChat(send, settings, { message: text, resultId, variables })
  const isSilent = reply.bubbles.length === 0 && reply.control === null && reply.asks
  if (!isSilent || text === '') return { state, reply }
  const answer = await continueChat(send, settings, state.sessionId, matchChoice(reply.choices, text))
  return { state, reply: answer ?? reply }
}

function turnOf({ delay, refusedMessage }: TypebotSettings, state: TypebotState, reply: TypebotReply): TypebotTurn {
  const { choices, control, asks, isRefusal } = reply
  const isMute = reply.bubbles.length === 0 && choices === null && control === null
  const unknown = isRefusal || (isMute && asks) ? textBubbles(refusedMessage, 0) : []
  const menu = choices ? textBubbles(printChoices(choices), 0) : []
  const all = [...unknown, ...reply.bubbles, ...menu]
  const bubbles = all.map((bubble) => ({ ...bubble, wait: bubble.wait + delay }))
  return { bubbles, state, control, end: asks ? null : 'ended' }
}

const textBubbles = (text: string, wait: number): Bubble[] => (text.trim() ? [{ kind: 'text', text, wait }] : [])

/** The state as it was stored; null for one of another shape. */
export function readTypebotState(state: unknown): TypebotState | null {
  if (!isObject(state) || textOrEmpty(state.sessionId) === '') return null
  const { choices } = state
  return {
    sessionId: textOrEmpty(state.sessionId),
    resultId: textOrEmpty(state.resultId),
    at: Number(state.at) || 0,
    choices: isObject(choices)
      ? { titles: listOrEmpty(choices.titles).map(textOrEmpty), isMultiple: choices.isMultiple === true }
      : null,
  }
}
