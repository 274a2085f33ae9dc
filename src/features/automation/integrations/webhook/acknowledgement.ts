import { isObject } from '../failure'

/** Answers by which programs (n8n, Make, Express and others) confirm that a message arrived, and say nothing. */
const acknowledgements = new Set([
  ...['ok', 'okay', 'ack', 'true', '1', '200', '200 ok', '202', '202 accepted', '204', 'done', 'success', 'successful'],
  ...[
    'received',
    'accepted',
    'event received',
    'message received',
    'webhook received',
    'processed',
    'queued',
    'completed',
  ],
  ...['workflow was started', 'workflow got started', 'workflow started', 'no item to return was found'],
])
/** Longest of them, with a sign at its end. */
const maxLength = 40

/** True for a text that only confirms that a message was received. */
export function isAcknowledgement(text: string): boolean {
  if (text.length > maxLength) return false
  const words = text.trim().toLowerCase().replaceAll('_', ' ')
  return acknowledgements.has(/[.!]$/.test(words) ? words.slice(0, -1) : words)
}

type Fields = Record<string, unknown>

/** True when a field says that the request succeeded. */
export const isReceipt = (fields: Fields): boolean =>
  ['ok', 'success', 'received', 'accepted', 'status', 'message', 'code', 'statusCode'].some((name) => {
    const value = fields[name]
    return value === true || (typeof value === 'string' && isAcknowledgement(value)) || isBetween(value, 200, 299)
  })

/** True for the report of an error, whose text is not meant for the customer. */
export const isErrorReport = (fields: Fields): boolean =>
  ['error', 'errors', 'errorMessage', 'stack'].some((name) => isFilled(fields[name])) ||
  [fields.ok, fields.success].includes(false) ||
  ['error', 'fail', 'failed', 'failure'].includes(String(fields.status).toLowerCase()) ||
  ['status', 'code', 'statusCode'].some((name) => isBetween(fields[name], 400, 599))

const isBetween = (value: unknown, from: number, to: number) =>
  typeof value === 'number' && value >= from && value <= to

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : isObject(value) ? Object.keys(value).length > 0 : Boolean(value)
