import { DeepJsonError, parseJson } from '../../../../shared/json'
import { composeText, cutText, foldText } from '../../../../shared/text'

/**
 * Messages of the chat completions protocol, as OpenAI documents it
 * (https://platform.openai.com/docs/api-reference/chat/create); compatible services speak it as well.
 */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}
export interface ChatRequest {
  model: string
  maxTokens: number
  temperature: number
  messages: ChatMessage[]
  /** Offers the tool by which the model asks for a person. */
  offersTransfer: boolean
}
export interface ChatReply {
  text: string
  /** True when the model asked for a person. */
  isTransfer: boolean
  /** Null when the service does not report its usage. */
  usage: { inputTokens: number; outputTokens: number } | null
}

/** Differences of newer models, which refuse `max_tokens` and any temperature but their own. */
export interface Dialect {
  usesCompletionTokens?: true
  omitsTemperature?: true
}

const transferTool = 'transfer_to_people'

/** JSON body of a request. */
export const chatBody = (request: ChatRequest, dialect: Dialect) => ({
  model: request.model,
  messages: request.messages,
  ...(dialect.usesCompletionTokens ? { max_completion_tokens: request.maxTokens } : { max_tokens: request.maxTokens }),
  ...(dialect.omitsTemperature ? {} : { temperature: request.temperature }),
  ...(request.offersTransfer && { tools: [{ type: 'function', function: transferFunction }] }),
})

const transferFunction = {
  name: transferTool,
  description: 'Hands the conversation over to a person. Call it when the customer asks for a person or needs one.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
}

/** Phrase by which a model without tools asks for a person, anywhere in its answer. */
const transferPhrase =
  /[*_]{0,3}a[cç][aãáà]o\s{0,3}:\s{0,3}transferir\s{1,3}para\s{1,3}o\s{1,3}setor\s{1,3}de\s{1,3}atendimento[*_.!]{0,3}/giu

/** Characters that are read of an answer: more than its messages can have. */
const maxContent = 128 * 1024

/** Reads the answer of the service; null for anything but the protocol's. @throws DeepJsonError */
export function readReply(text: string): ChatReply | null {
  const answer = jsonOrNull(text)
  const message = pathOf(answer, 'choices', 0, 'message')
  if (!isObject(message)) return null
  const content = typeof message.content === 'string' ? composeText(cutText(message.content, maxContent)) : ''
  const spoken = content.replace(transferPhrase, '').trim()
  const isTransfer = hasTransferCall(message.tool_calls) || content.search(transferPhrase) >= 0
  if (spoken === '' && !isTransfer) return null
  return { text: spoken, isTransfer, usage: readUsage(pathOf(answer, 'usage')) }
}

const hasTransferCall = (calls: unknown) =>
  Array.isArray(calls) && calls.some((call) => pathOf(call, 'function', 'name') === transferTool)

function readUsage(usage: unknown): ChatReply['usage'] {
  const [inputTokens, outputTokens] = [pathOf(usage, 'prompt_tokens'), pathOf(usage, 'completion_tokens')]
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : null
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** Text of a transcription; null for anything but the protocol's answer. @throws DeepJsonError */
export function readTranscript(text: string): string | null {
  const said = pathOf(jsonOrNull(text), 'text')
  return typeof said === 'string' ? said.trim() : null
}

/** Error that the service answered. */
interface ServiceRefusal {
  message: string
  code: string
  param: string
}

/** Characters of the longest error that is read. */
const maxRefusal = 64 * 1024

/** Reads the error of an answer; empty texts for another format. */
export function readRefusal(text: string): ServiceRefusal {
  const error = pathOf(jsonOfRefusal(text), 'error')
  const textAt = (name: string) => {
    const value = pathOf(error, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    message: typeof error === 'string' ? error : textAt('message'),
    code: textAt('code'),
    param: textAt('param'),
  }
}

/** JSON of a refusal; null for content that cannot be read, because the status says enough. */
function jsonOfRefusal(text: string): unknown {
  if (text.length > maxRefusal) return null
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** The dialect after a refusal; null when the refusal is about something else. */
export function adaptDialect(dialect: Dialect, { message, code, param }: ServiceRefusal): Dialect | null {
  const about = param || foldText(message)
  if (!/^unsupported_(parameter|value)$/.test(code) && !/unsupported/i.test(message)) return null
  if (/max_tokens/.test(about) && !dialect.usesCompletionTokens) return { ...dialect, usesCompletionTokens: true }
  if (/temperature/.test(about) && !dialect.omitsTemperature) return { ...dialect, omitsTemperature: true }
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The JSON of an answer; null for other content. @throws DeepJsonError */
function jsonOrNull(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof DeepJsonError) throw error
    return null
  }
}

/** Value at a path of names and positions; undefined where the path ends early. */
const pathOf = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
