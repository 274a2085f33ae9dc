import { parseJson } from '../../../../shared/json'
import { isObject, listOrEmpty, textOrEmpty } from '../failure'
import { type ChoiceInput, readChoices } from './choices'
import { type FileInput, readFileInput } from './file-input'
import { textOfBubble } from './rich-text'

/** One bubble for the customer, with the time in ms that the bot waits before it. */
export type Bubble =
  | { kind: 'text'; text: string; wait: number }
  | { kind: 'image' | 'audio' | 'video'; url: string; wait: number }

/** Command of the bot to this product, from a bubble that is never shown. */
export interface Control {
  stopBot: boolean
  queueId: number | null
  userId: number | null
}

/** Typebot's answer to startChat or continueChat. */
export interface TypebotReply {
  bubbles: Bubble[]
  control: Control | null
  /** True when the bot waits for an answer. */
  asks: boolean
  choices: ChoiceInput | null
  files: FileInput | null
  /** True for Typebot's own sentence about an answer that it does not accept. */
  isRefusal: boolean
  /** False when a bubble of an unknown type, or with an address that does not begin with http, is left out. */
  isUnderstood: boolean
}

/** Typebot's sentence when the author of the bot gave none (its default of `retryMessageContent`). */
const refusal = 'Invalid message. Please, try again.'
/** Longest wait block that is kept, in seconds. */
const maxWait = 10

/** Reads the fields that matter to a chat without a browser; unknown bubbles are left out. */
export function readReply(body: Record<string, unknown>): TypebotReply {
  const waits = waitsOf(body.clientSideActions)
  const reply: TypebotReply = {
    ...{ bubbles: [], control: null, isRefusal: false, isUnderstood: true },
    asks: isObject(body.input),
    choices: readChoices(body.input),
    files: readFileInput(body.input),
  }
  const links = linksOf(body.clientSideActions)
  addLinks(reply, links.get(''), waits.get('') ?? 0)
  let wait = waits.get('') ?? 0
  for (const message of listOrEmpty(body.messages)) {
    if (!isObject(message)) continue
    addBubble(reply, message, wait)
    wait = waits.get(textOrEmpty(message.id)) ?? 0
    addLinks(reply, links.get(textOrEmpty(message.id)), wait)
  }
  return reply
}

/** Seconds to wait by the id of the bubble before; the empty id is the beginning. */
function waitsOf(actions: unknown): Map<string, number> {
  const waits = new Map<string, number>()
  for (const action of listOrEmpty(actions)) {
    if (!isObject(action) || action.type !== 'wait' || !isObject(action.wait)) continue
    const seconds = Number(action.wait.secondsToWaitFor)
    if (seconds > 0) waits.set(textOrEmpty(action.lastBubbleBlockId), Math.min(seconds, maxWait) * 1000)
  }
  return waits
}

/** Addresses to which a browser would go, by the id of the bubble before; the customer gets them as a text. */
function linksOf(actions: unknown): Map<string, string[]> {
  const links = new Map<string, string[]>()
  for (const action of listOrEmpty(actions)) {
    if (!isObject(action) || !isObject(action.redirect)) continue
    const url = textOrEmpty(action.redirect.url).trim()
    const after = textOrEmpty(action.lastBubbleBlockId)
    if (/^(https?|mailto|tel):/i.test(url)) links.set(after, [...(links.get(after) ?? []), url])
  }
  return links
}

function addLinks(reply: TypebotReply, urls: string[] = [], wait: number) {
  for (const text of urls) reply.bubbles.push({ kind: 'text', text, wait })
}

function addBubble(reply: TypebotReply, { type, content }: Record<string, unknown>, wait: number) {
  if (type === 'text') return addText(reply, textOfBubble(content), wait)
  const url = isObject(content) ? textOrEmpty(content.url) : ''
  if (url === '' && bubblesOfFiles.includes(textOrEmpty(type))) return
  const isFile = type === 'image' || type === 'audio' || (type === 'video' && isVideoFile(content))
  const isPage = type === 'embed' || type === 'video'
  if (!/^https?:/.test(url) || !(isFile || isPage)) reply.isUnderstood = false
  else if (isFile) reply.bubbles.push({ kind: type, url, wait })
  else reply.bubbles.push({ kind: 'text', text: url, wait })
}

/** Types of bubbles with an address, which the author of the bot may have left empty. */
const bubblesOfFiles = ['image', 'audio', 'video', 'embed']

/** YouTube, Vimeo and others are pages, of which the customer gets the address. */
const isVideoFile = (content: unknown) => isObject(content) && (content.type === undefined || content.type === 'url')

function addText(reply: TypebotReply, text: string, wait: number) {
  if (text.trim() === '') return
  const control = readControl(text)
  if (control) reply.control = control === 'invalid' ? reply.control : control
  else if (text.trim() === refusal) reply.isRefusal = true
  else reply.bubbles.push({ kind: 'text', text, wait })
}

/** A text that begins with `#{` is a command; broken JSON is one that does nothing. */
function readControl(text: string): Control | 'invalid' | null {
  const command = text.trim()
  if (!command.startsWith('#{')) return null
  try {
    const { stopBot, queueId, userId } = parseJson<Record<string, unknown>>(command.slice(1))
    return { stopBot: stopBot === true || stopBot === 'true', queueId: idOrNull(queueId), userId: idOrNull(userId) }
  } catch {
    return 'invalid'
  }
}

const idOrNull = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
