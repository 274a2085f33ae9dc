import { jsonOrUndefined } from '../failure'
import { isAcknowledgement } from './acknowledgement'
import { type AnswerAction, readAction } from './answer-action'
import { isBlank, shapeOf } from './answer-shapes'

/** Text to the customer, with a pause in ms before it; with a file it is the caption. */
interface AnswerMessage {
  text: string
  delay: number
  fileUrl?: string
}

export interface WebhookAnswer {
  messages: AnswerMessage[]
  action: AnswerAction | null
  /** False when the answer, or a part of it, has no known shape. That part says nothing. */
  isUnderstood: boolean
}

/** Messages of one answer; the rest is left out. */
const maxMessages = 20
const maxText = 4096
/** Nesting of the parts of an answer; those of the known shapes reach 7. */
const maxDepth = 12
/** Parts that are read, because 1 MB of JSON may hold 100,000. */
const maxParts = 1000

/**
 * Reads the body of a program's answer: `{ messages, action }`, a usual shape of n8n and of language models
 * (docs/adr/0104), or a text. All items of a list are read, and an empty answer says nothing. Returns null for HTML, the
 * page of a proxy or of a login. @throws IntegrationFailure for JSON that is nested too deep
 */
export function readWebhookAnswer(text: string): WebhookAnswer | null {
  const body = jsonOrUndefined(withoutFence(text), null, digitsAsTyped(text))
  if (body === undefined && isMarkup(text)) return null
  const reader = new AnswerReader()
  if (body !== undefined) reader.readBody(body)
  else if (isPlainText(text)) reader.readBody(text)
  else reader.isUnderstood = false
  const { messages, action, isUnderstood } = reader
  return { messages, action, isUnderstood }
}

const fence = '```'
/**
 * The JSON within the fence of Markdown that language models put around it. One pass without a pattern: an answer may be 1 MB
 * of line breaks.
 */
function withoutFence(text: string): string {
  const fenced = text.trim()
  const firstEnd = fenced.indexOf('\n')
  if (firstEnd < 0 || !fenced.startsWith(fence) || !fenced.endsWith(fence)) return text
  const language = fenced.slice(fence.length, firstEnd).trim().toLowerCase()
  return language === '' || language === 'json' ? fenced.slice(firstEnd, -fence.length).trim() : text
}

/** Longest answer whose numbers keep their digits: 65,536 characters are parsed in 5 ms then. */
const maxTyped = 65_536
/** Numbers that JavaScript would write with other digits: long ones, decimals that end with 0, exponents. */
const changingNumber = /\d{16}|\.\d{0,20}0(?!\d)|\d[eE][-+\d]|-0(?![.\d])/

/** Reads numbers as texts of their digits where they would change: orders and prices are for people. */
function digitsAsTyped(text: string) {
  if (text.length > maxTyped || !changingNumber.test(text)) return undefined
  return (_: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && source !== undefined && source !== String(value) ? source : value
}

/** A text such as `<3` is none. */
const isMarkup = (text: string) => /^<[!?a-z]/i.test(text.trimStart())

/** False for broken JSON, a form, a stream of events, and the bytes of a file. */
function isPlainText(text: string): boolean {
  const start = text.trimStart().slice(0, 200)
  if (/^(?:event: ?\S+\s|data: ?[{["])/.test(start)) return false
  if (isJsonLike(start) || /^[\w.[\]]{1,100}=\S{0,200}$/.test(start)) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: files contain them, texts do not
  return !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text)
}

/** Begins like an object, or a list of texts, lists or objects; a menu may begin with `[1]`. */
const isJsonLike = (text: string) => /^(\{|\[\s{0,9}[[{"])/.test(text)

/** Texts that JavaScript writes in place of a missing value or of an object that was meant to be read. */
const missing = /^\s*(?:undefined|\[object Object\])\s*$/

/** Collects what an answer says, part by part. */
class AnswerReader implements WebhookAnswer {
  messages: AnswerMessage[] = []
  action: AnswerAction | null = null
  isUnderstood = true
  private isUnwrapped = false
  private parts = 0

  readBody(body: unknown) {
    const isReceived = body === true || (typeof body !== 'object' && isAcknowledgement(String(body)))
    if (!isReceived) this.readPart(body, 0, false)
  }

  private readPart(part: unknown, depth: number, isInside: boolean): void {
    if (++this.parts > maxParts) this.isUnderstood = false
    if (this.parts > maxParts || isBlank(part)) return
    if (typeof part === 'string' || typeof part === 'number') this.readText({ text: String(part), delay: 0 }, depth)
    else if (typeof part !== 'object' || depth >= maxDepth) this.isUnderstood = false
    else if (Array.isArray(part)) for (const each of part) this.readPart(each, depth + 1, isInside)
    else this.readFields(part as Record<string, unknown>, depth, isInside)
  }

  private readFields(fields: Record<string, unknown>, depth: number, isInside: boolean) {
    const shape = shapeOf(fields, isInside)
    const action = readAction(fields)
    if (action) this.action = action
    const isLost = !shape.isKnown && !(action && 'parts' in shape)
    if (isLost || (!action && !isBlank(fields.action))) this.isUnderstood = false
    if ('parts' in shape) this.readPart(shape.parts, depth + 1, true)
    else if (shape.fileUrl === undefined) this.readText(shape, depth)
    else this.add(shape)
  }

  /** Workflows that serialise twice send a text that is itself the JSON of an answer. */
  private readText(message: AnswerMessage, depth: number) {
    const text = withoutFence(message.text)
    const isJson = !this.isUnwrapped && isJsonLike(text.trimStart())
    const inner = isJson ? jsonOrUndefined(text, null, digitsAsTyped(text)) : undefined
    if (inner === undefined) return this.add(message)
    this.isUnwrapped = true
    this.readPart(inner, depth + 1, true)
    this.isUnwrapped = false
  }

  private add({ text, delay, fileUrl }: AnswerMessage) {
    const words = text.slice(0, maxText)
    if (missing.test(words)) {
      this.isUnderstood = false
      return
    }
    if (this.messages.length < maxMessages && (words.trim() !== '' || fileUrl !== undefined))
      this.messages.push({ text: words, delay, ...(fileUrl !== undefined && { fileUrl }) })
  }
}
