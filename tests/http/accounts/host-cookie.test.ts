import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { createInstallation, emailOf, password } from '../../installation'

afterEach(() => void setSystemTime())

const https = await createInstallation({ publicUrl: 'https://desk.example' })

/** Sends a request with these cookies; returns status and the Set-Cookie headers by name. */
async function request(method: string, path: string, cookie: string, body?: unknown) {
  const headers = { host: 'localhost', 'content-type': 'application/json', ...(cookie ? { cookie } : {}) }
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
  const response = await https.app.handle(new Request(`http://localhost/api/auth/${path}`, init))
  const set = response.headers.getSetCookie().map((line) => [line.split('=')[0], line] as const)
  return { status: response.status, set: Object.fromEntries(set) as Record<string, string> }
}
const logIn = (name: 'bob' | 'ana') => request('POST', 'login', '', { email: emailOf(name), password })
const cookieValue = (line: string | undefined) => /=([^;]*)/.exec(line ?? '')?.[1] as string

test('the refresh cookie is bound to its host by the prefix __Host- under https', async () => {
  const { set } = await logIn('bob')
  const line = set['__Host-jrt']
  for (const part of ['Path=/;', 'Secure', 'HttpOnly', 'SameSite=Lax']) expect(`${line};`).toContain(part)
  expect(line).not.toContain('Domain')
  expect(Object.keys(set)).toEqual(['__Host-jrt'])
})

test('a cookie planted under the plain name does not replace the login of the host', async () => {
  const own = cookieValue((await logIn('ana')).set['__Host-jrt'])
  const planted = cookieValue((await logIn('bob')).set['__Host-jrt'])
  const { status, set } = await request('POST', 'refresh_token', `jrt=${planted}; __Host-jrt=${own}`)
  expect(status).toBe(200)
  const renewed = cookieValue(set['__Host-jrt'])
  expect((await request('DELETE', 'logout', `__Host-jrt=${renewed}`)).status).toBe(200)
  expect((await request('POST', 'refresh_token', `__Host-jrt=${renewed}`)).status).toBe(401)
  expect((await request('POST', 'refresh_token', `__Host-jrt=${planted}`)).status).toBe(200)
})

test('a login with the plain name goes on under the new one, until no login of that time is left', async () => {
  setSystemTime(new Date('2027-01-14T12:00:00Z'))
  const old = cookieValue((await logIn('bob')).set['__Host-jrt'])
  const { status, set } = await request('POST', 'refresh_token', `jrt=${old}`)
  expect(status).toBe(200)
  expect(set.jrt).toContain('Max-Age=0')
  expect(set.jrt).toContain('Path=/api/auth')
  const renewed = cookieValue(set['__Host-jrt'])
  setSystemTime(new Date('2027-01-15T12:00:00Z'))
  expect((await request('POST', 'refresh_token', `jrt=${renewed}`)).status).toBe(401)
  expect((await request('POST', 'refresh_token', `__Host-jrt=${renewed}`)).status).toBe(200)
})
