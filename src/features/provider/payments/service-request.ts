import { AppError } from '../../../shared/errors'
import { DeepJsonError, parseJson } from '../../../shared/json'
import type { StoredConfig } from './config'

const timeoutMs = 15_000
const maxBytes = 256 * 1024

/** TLS options of a payment service: an authority of the operator's own, and Efí's client certificate. */
export interface ServiceTls {
  ca?: string
  cert?: string
  key?: string
  pfx?: Buffer
  passphrase?: string
}

interface ServiceRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: object | undefined
  tls: ServiceTls
}

/**
 * Sends JSON to a payment service and returns status and parsed body, at most 256 kB. Follows no redirects. Errors
 * contain nothing of the response body (docs/adr/0019). @throws ERR_PAYMENT_SERVICE
 */
export async function requestService({ method, url, headers, body, tls }: ServiceRequest) {
  const { request } = await import('node:https') // not at the start, where it would take 3 ms
  const text = body ? JSON.stringify(body) : ''
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const rejectNetwork = () => reject(serviceError('network'))
    const sent = request(
      url,
      {
        method,
        agent: false,
        ...tls,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer) => {
        let all = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          all += part
          if (all.length > maxBytes) sent.destroy(new Error('too long'))
        })
        answer.on('error', rejectNetwork)
        answer.on('end', () => resolve(Promise.try(() => ({ status: answer.statusCode ?? 0, body: parsed(all) }))))
      },
    )
    sent.on('error', rejectNetwork)
    sent.end(text)
  })
}

/** Base addresses of a service with a key in a header. */
export type ServiceBases = Record<'sandbox' | 'production', string>

/** Returns the function that asks a service with a key in a header. Throws for every status but 2xx. */
export const serviceClient =
  (config: StoredConfig, bases: ServiceBases, key: Record<string, string>) =>
  async <T>(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<T> => {
    const base = config.environment === 'custom' ? config.baseUrl : bases[config.environment]
    const tls = config.environment === 'custom' && config.authority ? { ca: config.authority } : {}
    const answer = await requestService({ method, url: base + path, body, tls, headers: { ...key, ...headers } })
    if (answer.status < 200 || answer.status > 299) throw serviceError(answer.status)
    return answer.body as T
  }

/** Runs a request; null when the service answers that it has no such thing. */
export const unlessMissing = <T>(asking: Promise<T>): Promise<T | null> =>
  asking.catch((error) => {
    if (error instanceof Error && error.cause === 404) return null
    throw error
  })

/** Excludes the response text, which may repeat what was sent. */
export function serviceError(cause: unknown) {
  const error = new AppError('ERR_PAYMENT_SERVICE')
  error.cause = cause
  return error
}

/** @throws ERR_PAYMENT_SERVICE for JSON that is nested too deep */
function parsed(text: string): unknown {
  try {
    return parseJson(text) ?? {}
  } catch (error) {
    if (error instanceof DeepJsonError) throw serviceError('tooDeep')
    return {}
  }
}
