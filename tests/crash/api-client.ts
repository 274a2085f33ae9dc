import type { Control } from '../../emulator/control-client'
import { superUser } from '../executable/balcao'
import { until } from '../until'

interface Answer<T> {
  status: number
  body: T
}
interface RequestOptions {
  key?: string
  form?: FormData
  signal?: AbortSignal
}

/** Requests of the first user to an installation that may be down at any time, and its simulated WhatsApp. */
export abstract class ApiClient {
  abstract readonly control: Control
  private token = ''

  /** Address of the process that gets the next request. */
  protected abstract nextUrl(): string

  get accessToken() {
    return this.token
  }

  /** Logs in as soon as the server answers. */
  async logIn() {
    const { email, password } = superUser
    const { body } = await until('signed in', async () => {
      const answer = await this.request<{ token?: string }>('POST', '/auth/login', { email, password }).catch(
        () => null,
      )
      return answer?.status === 200 ? answer : null
    })
    this.token = body.token ?? ''
  }

  /** Sends a request to the API. @throws the error of `fetch` when the server does not answer */
  async request<T>(
    method: string,
    path: string,
    body?: object,
    { key, form, signal }: RequestOptions = {},
  ): Promise<Answer<T>> {
    const answer = await fetch(`${this.nextUrl()}/api${path}`, {
      method,
      signal,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: form ?? (body ? JSON.stringify(body) : undefined),
    })
    return { status: answer.status, body: (await answer.json()) as T }
  }

  /** Body of a GET request. @throws Error for another status than 200 */
  async get<T>(path: string): Promise<T> {
    return expectOk(await this.request<T>('GET', path), path)
  }

  async send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}): Promise<T> {
    return expectOk(await this.request<T>(method, path, body), path)
  }
}

function expectOk<T>({ status, body }: Answer<T>, path: string): T {
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}
