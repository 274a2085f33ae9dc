import type { App } from '../src/app'
import { emailOf, type Name, password } from './installation'

/** HTTP client that stores the refresh cookie and the access token like a browser; `headers` sets its address and agent. */
export class LoginClient {
  cookie = ''
  private cookieName = 'jrt'
  token = ''

  constructor(
    private readonly app: App,
    private readonly headers: Record<string, string> = {},
  ) {}

  async request(method: string, path: string, body?: unknown) {
    const headers: Record<string, string> = { host: 'localhost', ...this.headers }
    if (this.cookie) headers.cookie = `${this.cookieName}=${this.cookie}`
    if (this.token) headers.authorization = `Bearer ${this.token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const request = new Request(`http://localhost/api${path}`, { method, headers, body: JSON.stringify(body) })
    const response = await this.app.handle(request)
    const setCookie = response.headers.get('set-cookie')
    const [, name, value] = /((?:__Host-)?jrt)=([^;]*)/.exec(setCookie ?? '') ?? []
    if (name && value !== undefined) [this.cookieName, this.cookie] = [name, decodeURIComponent(value)]
    const answer = (await response.json()) as {
      token?: string
      error?: string
      dueDate?: string
      [field: string]: unknown
    }
    if (response.status === 200 && answer.token) this.token = answer.token
    return { status: response.status, body: answer, setCookie, headers: response.headers }
  }

  login = (name: Name, withPassword = password) =>
    this.request('POST', '/auth/login', { email: emailOf(name), password: withPassword })
  refresh = () => this.request('POST', '/auth/refresh_token')
  me = () => this.request('GET', '/auth/me')
}
