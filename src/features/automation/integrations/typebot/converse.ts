import type { SendOutside } from '../../../../core/net/outside-request'
import { isObject, listOrEmpty, textOrEmpty } from '../failure'
import { type ChoiceInput, printChoices } from './choices'
import { continueChat, startChat, type TypebotAddress } from './client'
import { answerTo, type CustomerContent, type FileInput } from './file-input'
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
  files: FileInput | null
}

interface TypebotTurn {
  bubbles: Bubble[]
  state: TypebotState | null
  control: Control | null
  /** `ended`: the bot asks nothing more. `finished`: the customer sent the keyword. */
  end: 'ended' | 'finished' | null
  /** False when a part of the bot's answer is left out, because it has no known shape. */
  isUnderstood: boolean
}

interface TypebotInput extends CustomerContent {
  state: TypebotState | null
  variables: Record<string, string>
  /** Epoch ms. */
  now: number
}

/** Has the bot answer the customer. @throws IntegrationFailure */
export async function converse(
  send: SendOutside,
  settings: TypebotSettings,
  input: TypebotInput,
): Promise<TypebotTurn> {
  const silent = { bubbles: [], state: null, control: null, isUnderstood: true }
  if (isKeyword(settings.keywordFinish, input.text)) return { ...silent, end: 'finished' }
  if (isKeyword(settings.keywordRestart, input.text)) {
    const bubbles = textBubbles(settings.restartMessage, settings.delay)
    return { ...silent, bubbles, end: null }
  }
  const { state } = input
  if (state && isLive(settings, input) && answerTo(state, input) === null) return refuse(settings, state, input.now)
  const botAnswer = await ask(send, settings, input)
  const { choices, files } = botAnswer.reply
  return turnOf(settings, { ...botAnswer.state, choices, files, at: input.now }, botAnswer.reply)
}

/** Content that cannot answer the question is not given to the bot: the customer gets the text and the choices again. */
function refuse({ refusedMessage, delay }: TypebotSettings, state: TypebotState, at: number): TypebotTurn {
  const texts = [refusedMessage, state.choices ? printChoices(state.choices) : '']
  const bubbles = texts.flatMap((text) => textBubbles(text, delay))
  return { bubbles, state: { ...state, at }, control: null, end: null, isUnderstood: true }
}

const isLive = ({ expires }: TypebotSettings, { state, now }: TypebotInput) =>
  state !== null && (expires === 0 || now - state.at <= expires * 60_000)

const isKeyword = (keyword: string, text: string) =>
  keyword.trim() !== '' && text.trim().toLowerCase() === keyword.trim().toLowerCase()

interface Asked {
  state: Pick<TypebotState, 'sessionId' | 'resultId'>
  reply: TypebotReply
}

async function ask(send: SendOutside, settings: TypebotSettings, input: TypebotInput): Promise<Asked> {
  const { state } = input
  if (state === null || !isLive(settings, input)) return start(send, settings, input, null)
  const reply = await continueChat(send, settings, state.sessionId, answerTo(state, input) ?? '')
  return reply ? { state, reply } : start(send, settings, input, state.resultId || null)
}

/**
 * A bot that begins with a question and has not taken the text as its answer is asked again; a file answers it only then,
 * because how it is given depends on the question.
 */
async function start(
  send: SendOutside,
  settings: TypebotSettings,
  input: TypebotInput,
  resultId: string | null,
): Promise<Asked> {
  const message = input.files.length > 0 ? '' : input.text
  const { reply, ...state } = await startChat(send, settings, { message, resultId, variables: input.variables })
  const isSilent = reply.bubbles.length === 0 && reply.control === null && reply.asks
  const answer = isSilent ? answerTo(reply, input) : null
  if (answer === null) return { state, reply }
  return { state, reply: (await continueChat(send, settings, state.sessionId, answer)) ?? reply }
}

function turnOf({ delay, refusedMessage }: TypebotSettings, state: TypebotState, reply: TypebotReply): TypebotTurn {
  const { choices, control, asks, isRefusal, isUnderstood } = reply
  const isMute = reply.bubbles.length === 0 && choices === null && control === null
  const unknown = isRefusal || (isMute && asks) ? textBubbles(refusedMessage, 0) : []
  const menu = choices ? textBubbles(printChoices(choices), 0) : []
  const all = [...unknown, ...reply.bubbles, ...menu]
  const bubbles = all.map((bubble) => ({ ...bubble, wait: bubble.wait + delay }))
  return { bubbles, state, control, end: asks ? null : 'ended', isUnderstood }
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
    files: readStoredFiles(state.files),
  }
}

const readStoredFiles = (files: unknown): FileInput | null =>
  isObject(files) && (files.kind === 'file' || files.kind === 'attachments')
    ? { kind: files.kind, isMultiple: files.isMultiple === true }
    : null
