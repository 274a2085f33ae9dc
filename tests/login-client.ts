import type { App } from '../src/app'
import { emailOf, type Name, password } from './installation'

/** A browser as the sign-in routes see one: it keeps the cookie and the access token, and says where it comes from. */
export class Browser {
  cookie = ''
  token = ''

  constructor(
    private readonly app: App,
    private readonly headers: Record<string, string> = {},
  ) {}

  async ask(method: string, path: string, body?: unknown) {
    const headers: Record<string, string> = { host: 'localhost', ...this.headers }
    if (this.cookie) headers.cookie = `jrt=${this.cookie}`
    if (this.token) headers.authorization = `Bearer ${this.token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const request = new Request(`http://localhost/api${path}`, { method, headers, body: JSON.stringify(body) })
    const response = await this.app.handle(request)
    const set = response.headers.get('set-cookie')
    const kept = /jrt=([^;]*)/.exec(set ?? '')?.[1]
    if (kept !== undefined) this.cookie = decodeURIComponent(kept)
    const answer = (await response.json()) as {
      token?: string
      error?: string
      dueDate?: string
      [field: string]: unknown
    }
    if (response.status === 200 && answer.token) this.token = answer.token
    return { status: response.status, body: answer, set, headers: response.headers }
  }

  login = (name: Name, withPassword = password) =>
    this.ask('POST', '/auth/login', { email: emailOf(name), password: withPassword })
  refresh = () => this.ask('POST', '/auth/refresh_token')
  me = () => this.ask('GET', '/auth/me')
}
