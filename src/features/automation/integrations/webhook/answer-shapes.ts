import { isObject, listOrEmpty, textOrEmpty } from '../failure'
import { isAcknowledgement, isErrorReport, isReceipt } from './acknowledgement'

/** Content of an object of an answer: one message, or parts to be read in turn. `isKnown`: nothing of it is lost. */
type Shape = { isKnown: boolean } & ({ text: string; delay: number; fileUrl?: string } | { parts: unknown })
type Fields = Record<string, unknown>

/** Fields that are meant for the customer, also beside an error or a receipt. */
const explicit = ['messages', 'output']
/** Fields that say something, in the order in which one is chosen. */
const usual = ['text', 'response', 'reply', 'answer', 'choices', 'message', 'content', 'parts', 'json']
/** Parts of a language model's answer, and of a conversation that it repeats, which are not for the customer. */
const silentRoles = ['user', 'human', 'system', 'developer', 'tool', 'function']
const silentTypes = ['tool_use', 'tool_call', 'tool_result', 'function_call', 'reasoning', 'thinking']
const maxUrl = 4096

const silent: Shape = { parts: null, isKnown: true }
const unknown: Shape = { parts: null, isKnown: false }

/**
 * The shape of an object.
 * @param isInside it is a part of an item: less is needed to know it than at the top, where other services' records are
 */
export function shapeOf(fields: Fields, isInside: boolean): Shape {
  if (silentRoles.includes(textOrEmpty(fields.role)) || silentTypes.includes(textOrEmpty(fields.type))) return silent
  const body = bodyOfResponse(fields)
  if (body !== undefined) return { parts: body, isKnown: true }
  const name = explicit.find((each) => !isBlank(fields[each]))
  if (name === undefined && isErrorReport(fields)) return unknown
  const together = name === undefined ? [] : textsTogether(fields, name)
  if (together.length > 1) return { parts: together, isKnown: isBlank(fields.mediaUrl) }
  const found = name ?? usual.find((each) => !isBlank(fields[each]) && mayHold(each, fields, isInside))
  const isOnlyReceipt = isReceipt(fields) && (found === undefined || found === 'message' || found === 'content')
  return isOnlyReceipt ? receiptShape(fields) : saidBy(fields, found)
}

/** Texts that a program may write beside its messages. */
const beside = ['text', 'message']

/**
 * The messages and the texts beside them, in the order of the answer. Texts that the messages repeat are left out, and those
 * beside a receipt, an error or a file, which may be for a program (docs/adr/0104).
 */
function textsTogether(fields: Fields, name: string): unknown[] {
  if (isErrorReport(fields) || isReceipt(fields) || fileOf(fields) !== undefined) return []
  const repeated = new Set(listOrEmpty(fields[name]).concat(fields[name]).map(textIn))
  const isFurther = (text: string) => text.trim() !== '' && !repeated.has(text)
  return Object.keys(fields)
    .filter((each) => each === name || (beside.includes(each) && isFurther(textIn(fields[each]))))
    .map((each) => fields[each])
}

const textIn = (value: unknown) => wordsOf(isObject(value) ? value.text : value)

/** A whole response as Lambda and n8n give it, `{ statusCode: 200, body }`; the request that comes back has no status. */
const bodyOfResponse = ({ statusCode, status, body }: Fields): unknown =>
  [statusCode, status].some((code) => typeof code === 'number' && code >= 200 && code <= 299) && !isBlank(body)
    ? body
    : undefined

/** Discord's answer to a posted text has it as `content`; a language model's has a role or blocks. */
function mayHold(name: string, { role, [name]: value }: Fields, isInside: boolean): boolean {
  if (name === 'content') return isInside || role !== undefined || typeof value === 'object'
  if (name === 'parts') return isInside && Array.isArray(value)
  return name !== 'json' || typeof value === 'object'
}

/** A sentence beside `success` may be meant for a program or for the customer. */
const receiptShape = ({ message }: Fields): Shape =>
  typeof message === 'string' && !isBlank(message) && !isAcknowledgement(message) ? unknown : silent

function saidBy(fields: Fields, name: string | undefined): Shape {
  const fileUrl = fileOf(fields)
  const isKnown = fileUrl !== undefined || isBlank(fields.mediaUrl)
  const value = name === undefined ? undefined : fields[name]
  const text = wordsOf(value)
  const delay = Math.max(0, Number(fields.delay) || 0)
  const parts = name === 'choices' ? listOrEmpty(value)[0] : value
  // Messages beside a file are sent before it; the file is then a part without these messages.
  if (fileUrl !== undefined && typeof parts === 'object' && parts !== null)
    return { parts: [parts, { mediaUrl: fileUrl, caption: fields.caption }].flat(), isKnown }
  if (fileUrl !== undefined) return { text: text || wordsOf(fields.caption), delay, fileUrl, isKnown }
  if (text !== '') return { text, delay, isKnown }
  if (value !== undefined) return { parts, isKnown }
  return isKnown && saysNothing(fields) ? silent : unknown
}

const wordsOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function fileOf({ mediaUrl }: Fields): string | undefined {
  const url = textOrEmpty(mediaUrl)
  return URL.canParse(url) && /^https?:/i.test(url) ? url.slice(0, maxUrl) : undefined
}

/** A field of the known ones is there and empty, or there is no field. */
const saysNothing = (fields: Fields) =>
  isBlank(fields) || [...explicit, ...usual, 'action'].some((name) => name in fields && isBlank(fields[name]))

/** True for null, white space, and a list or an object without content. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)
