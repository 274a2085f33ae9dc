import { OutsideError } from '../../../core/net/outside-error'
import type { OutsideAnswer, OutsideRequest, SendOutside } from '../../../core/net/outside-request'
import type { OutsideProblem } from '../../../shared/deliveries'
import { DeepJsonError, parseJson } from '../../../shared/json'

/**
 * Reason why a program outside gave no usable answer. `status` and `answer`: it answered, but not as it should; `tooDeep`:
 * with JSON that is nested too deep; `notUnderstood`: with content of no known shape.
 */
type IntegrationFault = OutsideProblem | 'status' | 'answer' | 'tooDeep' | 'notUnderstood' | 'key'

/** A program outside that gave no usable answer. Its text is for the log and never has content of the answer. */
export class IntegrationFailure extends Error {
  constructor(
    readonly fault: IntegrationFault,
    readonly status: number | null = null,
    /** Text of the service that an admin may read. */
    readonly serviceText = '',
  ) {
    super(status === null ? fault : `${fault} ${status}`)
  }
}

/** The request's answer with any status. @throws IntegrationFailure */
export async function requestService(send: SendOutside, request: OutsideRequest): Promise<OutsideAnswer> {
  try {
    return await send(request)
  } catch (error) {
    if (error instanceof OutsideError) throw new IntegrationFailure(error.problem)
    throw error
  }
}

/** The answer as a JSON object. @throws IntegrationFailure for other content, such as HTML */
export function readJsonObject(answer: OutsideAnswer): Record<string, unknown> {
  const value = jsonOrUndefined(answer.text(), answer.status)
  if (isObject(value)) return value
  throw new IntegrationFailure('answer', answer.status)
}

/** As that of `JSON.parse`, with the text of the value, which TypeScript's types lack. */
type JsonReviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** The JSON of an answer; undefined for other content. @throws IntegrationFailure for JSON that is nested too deep */
export function jsonOrUndefined(text: string, status: number | null, reviver?: JsonReviver): unknown {
  try {
    return parseJson(text, reviver as Parameters<typeof parseJson>[1])
  } catch (error) {
    if (error instanceof DeepJsonError) throw new IntegrationFailure('tooDeep', status)
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const listOrEmpty = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

const repeatable: IntegrationFault[] = ['name', 'refused', 'network']

/**
 * As `requestService`, once more after an answer with 500 and above or a connection that failed. A request without an
 * answer in time is not repeated, because the program may have acted on it. @throws IntegrationFailure
 */
export async function requestTwice(send: SendOutside, request: OutsideRequest): Promise<OutsideAnswer> {
  const first = await requestService(send, request).catch((failure) => {
    if (failure instanceof IntegrationFailure && repeatable.includes(failure.fault)) return null
    throw failure
  })
  return first && first.status < 500 ? first : requestService(send, request)
}
