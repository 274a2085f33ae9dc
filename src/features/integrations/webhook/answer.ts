import { isObject, listOrEmpty, textOrEmpty } from '../failure'

/** Text to the customer, with a pause in ms before it; with a file it is the caption. */
export interface AnswerMessage {
  text: string
  delay: number
  fileUrl?: string
}

/** Decision of a program about the ticket: hand it over, close it, or say nothing more. */
export interface AnswerAction {
  type: 'transfer' | 'close' | 'stop'
  queueId: number | null
  userId: number | null
}

export interface WebhookAnswer {
  messages: AnswerMessage[]
  action: AnswerAction | null
}

/** Messages of one answer; the rest is left out. */
const maxMessages = 20
const maxText = 4096

/**
 * Reads the body of a program's answer: `{ messages, action }`, both optional. A body that is no such JSON says nothing,
 * because many receivers answer with `ok`. Returns null for HTML, the page of a proxy or of a login.
 */
export function readWebhookAnswer(text: string): WebhookAnswer | null {
  const body = parseJson(text)
  if (body === undefined) return text.trimStart().startsWith('<') ? null : { messages: [], action: null }
  const fields = Array.isArray(body) ? body[0] : body // n8n wraps the items of a workflow in a list
  if (!isObject(fields)) return { messages: [], action: null }
  const messages = listOrEmpty(fields.messages).slice(0, maxMessages).flatMap(readMessage)
  return { messages, action: readAction(fields.action) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A text, or `{ text, delay, mediaUrl }`. */
function readMessage(message: unknown): AnswerMessage[] {
  const { text, delay, mediaUrl } = isObject(message) ? message : { text: message, delay: 0, mediaUrl: '' }
  const words = textOrEmpty(text).slice(0, maxText)
  const pause = Math.max(0, Number(delay) || 0)
  if (URL.canParse(textOrEmpty(mediaUrl)) && /^https?:/i.test(textOrEmpty(mediaUrl)))
    return [{ text: words, delay: pause, fileUrl: textOrEmpty(mediaUrl).slice(0, maxText) }]
  return words.trim() === '' ? [] : [{ text: words, delay: pause }]
}

const actionTypes = ['transfer', 'close', 'stop'] as const

function readAction(action: unknown): AnswerAction | null {
  if (!isObject(action)) return null
  const type = actionTypes.find((each) => each === action.type)
  return type ? { type, queueId: idOrNull(action.queueId), userId: idOrNull(action.userId) } : null
}

const idOrNull = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
