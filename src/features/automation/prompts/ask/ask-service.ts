import { OutsideError } from '../../../../core/net/outside-error'
import type { OutsideRequest, SendOutside } from '../../../../core/net/outside-request'
import type { PromptOutcome } from '../../../../shared/enums'
import { DeepJsonError } from '../../../../shared/json'
import { cutText, oneLine } from '../../../../shared/text'
import {
  adaptDialect,
  type ChatReply,
  type ChatRequest,
  chatBody,
  type Dialect,
  readRefusal,
  readReply,
} from './chat-protocol'

export interface Service {
  baseUrl: string
  apiKey: string
  /** Limit of one attempt in ms; 30 s by default. */
  timeoutMs?: number
  /** 1: no second attempt. */
  attempts?: 1
}

/** Outcomes of a request without an answer. */
type ServiceProblem = Extract<
  PromptOutcome,
  'keyRefused' | 'refused' | 'limited' | 'timeout' | 'unreachable' | 'invalid'
>

/** A request without an answer. `detail` is the service's own text, without the key. */
export class ServiceError extends Error {
  constructor(
    readonly problem: ServiceProblem,
    readonly detail = '',
  ) {
    super(problem)
  }
}

const usualTimeoutMs = 30_000
const detailLength = 300
/** Longest wait in ms before the second attempt, also if the service asks for more. */
const maxWait = 5000
/** Changes of the dialect within one request. */
const maxAdaptations = 2

/**
 * Asks the service for an answer: at most 30 s per attempt, and a second attempt when the first one met a limit, a fault
 * of the service or the network.
 * @throws ServiceError
 */
export const askService = (send: SendOutside, service: Service, request: ChatRequest): Promise<ChatReply> =>
  withSecondAttempt(() => attempt(send, service, request), service.attempts)

/** Repeats a request once when it met a limit, a fault of the service or the network. @throws as the request */
export async function withSecondAttempt<T>(request: () => Promise<T>, attempts?: 1): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof RetryableError) || attempts === 1) throw error
    await Bun.sleep(error.waitMs)
    return await request()
  }
}

/** A failure that a second attempt may not meet. */
class RetryableError extends ServiceError {
  waitMs = 500
}

async function attempt(send: SendOutside, service: Service, request: ChatRequest): Promise<ChatReply> {
  let dialect: Dialect = {}
  for (let adaptations = 0; ; adaptations++) {
    const answer = await post(send, service, chatBody(request, dialect))
    if (answer.status === 200) {
      const reply = refusingDeep(() => readReply(answer.text()))
      if (!reply) throw new ServiceError('invalid')
      return reply
    }
    const adapted = answer.status === 400 ? adaptDialect(dialect, readRefusal(answer.text())) : null
    if (!adapted || adaptations === maxAdaptations) throw refusalOf(answer, service.apiKey)
    dialect = adapted
  }
}

type Answer = Awaited<ReturnType<SendOutside>>

const post = (send: SendOutside, service: Service, json: object) =>
  postToService(send, service, { path: '/chat/completions', json })

interface ServicePost {
  path: string
  json?: object
  form?: FormData
}

/** Posts JSON or a form to the service. @throws ServiceError when there is no answer */
export async function postToService(send: SendOutside, service: Service, { path, json, form }: ServicePost) {
  const { baseUrl, apiKey, timeoutMs = usualTimeoutMs } = service
  const encoded = form && new Response(form)
  const type = encoded?.headers.get('content-type')
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    ...(type && { 'content-type': type }),
  }
  return sendToService(send, { url: `${baseUrl}${path}`, json, body: await encoded?.bytes(), headers, timeoutMs })
}

/** Sends a request to a service. @throws ServiceError when there is no answer */
export async function sendToService(send: SendOutside, request: OutsideRequest): Promise<Answer> {
  try {
    return await send(request)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    const { problem } = error
    if (problem === 'tooLarge') throw new ServiceError('invalid', problem)
    if (problem === 'timeout') throw new RetryableError('timeout')
    const isPassing = problem === 'network' || problem === 'refused'
    throw new (isPassing ? RetryableError : ServiceError)('unreachable', problem)
  }
}

/** Result of reading an answer. @throws ServiceError for JSON that is nested too deep */
export function refusingDeep<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof DeepJsonError ? new ServiceError('invalid', 'tooDeep') : error
  }
}

/** The error of an answer that is not 200. */
export function refusalOf({ status, headers, text }: Answer, apiKey: string): ServiceError {
  const { message, code } = readRefusal(text())
  const words = message || (headers.get('content-type')?.startsWith('text/plain') ? text() : '')
  const detail = withoutKey(`${status} ${words}`, apiKey)
  if (status === 401 || status === 403) return new ServiceError('keyRefused', detail)
  if (status === 429 && code === 'insufficient_quota') return new ServiceError('limited', detail)
  if (status !== 429 && status < 500) return new ServiceError('refused', detail)
  const error = new RetryableError(status === 429 ? 'limited' : 'unreachable', detail)
  const seconds = Number(headers.get('retry-after'))
  if (seconds > 0) error.waitMs = Math.min(seconds * 1000, maxWait)
  return error
}

/** The text on one line without the key, and without parts of it as services quote them (`sk-ab***89`). */
export const withoutKey = (text: string, apiKey: string) =>
  cutText(
    oneLine(text, text.length)
      .replaceAll(apiKey || '\0', '••••')
      .replace(/[\w*-]+/g, (word) => (word.includes('***') ? '••••' : word)),
    detailLength,
  )
