/**
 * Hides numbers of customers in what a person without the right to them receives: answers, events, notifications
 * (ADR 0194). A hidden number shows its last four digits. Texts of messages stay as they were written, but for mentions.
 */

/** Fields whose texts are numbers. */
const numberFields = new Set(['number', 'otherNumbers', 'numbers'])
/** Fields whose texts are names of customers, which are the number of one without a name. */
const nameFields = new Set(['sender', 'senderName', 'contact', 'contactName'])
/**
 * Fields that hold customers, whose `name` is such a name; so is that beside a `number`. Other names stay: a tag called
 * 2024-2025 would be stored as it was shown.
 */
const customerFields = new Set(['contact', 'contacts', 'other', 'restored', 'lastMessageBy'])

const wholeNumber = /^[+@~]?\d[\d\s().-]{6,22}$/
const mention = /@\d{8,15}(?!\d)/g
const address = /(?<![\w.])\d{8,15}(?=(:\d+)?@(s\.whatsapp\.net|c\.us|lid))/g

/** The number with all but its last four digits hidden; a text without four digits is hidden whole. */
export function maskNumber(text: string): string {
  const digits = text.replace(/\D/g, '')
  return `••••${digits.length > 4 ? digits.slice(-4) : ''}`
}

/** The name of a customer; that of one without a name is the number, and hidden. */
export const maskName = (text: string) => (wholeNumber.test(text) ? maskNumber(text) : text)

/** A copy of the value without numbers of customers; the value itself if it has none. */
export function maskNumbers<T>(value: T): T {
  return maskField('', value) as T
}

function maskField(field: string, value: unknown): unknown {
  if (typeof value === 'string') return maskText(field, value)
  if (Array.isArray(value)) return maskList(field, value)
  return isRecord(value) ? maskRecord(field, value) : value
}

function maskText(field: string, text: string): string {
  if (field === cardBody) return text.split('\n').map(maskName).join('\n')
  if (numberFields.has(field)) return text === '' ? text : maskNumber(text)
  if (nameFields.has(field) && wholeNumber.test(text)) return maskNumber(text)
  if (!text.includes('@')) return text
  return text.replace(mention, (found) => `@${maskNumber(found)}`).replace(address, maskNumber)
}

function maskList(field: string, list: unknown[]): unknown[] {
  const masked = list.map((each) => maskField(field, each))
  return masked.some((each, at) => each !== list[at]) ? masked : list
}

function maskRecord(own: string, record: Record<string, unknown>): Record<string, unknown> {
  let masked = record
  for (const [field, value] of Object.entries(record)) {
    const shown = maskField(meaningOf(own, record, field), value)
    if (shown === value) continue
    if (masked === record) masked = { ...record }
    masked[field] = shown
  }
  return masked
}

/** Body of a message with contact cards: their lines, numbers among them. */
const cardBody = 'cardBody'

/** The field as the lists above name it, by the record that holds it and the field `own` of that. */
function meaningOf(own: string, record: Record<string, unknown>, field: string): string {
  if (field === 'name' && (customerFields.has(own) || isNumber(record.number))) return 'contactName'
  if (field === 'text' && own === 'snippet') return 'contactName'
  return field === 'body' && record.mediaType === 'contactMessage' ? cardBody : field
}

const isNumber = (value: unknown) => value === null || typeof value === 'string'

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
