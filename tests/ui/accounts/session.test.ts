import '../browser'
import { beforeEach, expect, mock, test } from 'bun:test'
import type { AppError } from '../../../src/shared/errors'
import { api, unwrapResponse } from '../../../ui/lib/api'
import { login, logout, me, renewalToken, restoreSession, session } from '../../../ui/lib/session'
import { allowSessionEnd, endSession, loginRedirect, readLoginNotice } from '../../../ui/lib/session-end'
import { accessToken, setAccessToken } from '../../../ui/lib/token'
import { queueIds, setQueueFilter } from '../../../ui/pages/inbox/tickets/store/filters'
import { addRecentSearch, recentSearches } from '../../../ui/search/recent-searches'
import { until } from '../../until'
import { ana, type Call, json, serve } from '../browser'

const leave = mock(() => {})
beforeEach(() => {
  loginRedirect.leave = leave
  leave.mockClear()
  localStorage.clear()
  sessionStorage.clear()
  session.value = { kind: 'out' }
  setAccessToken('old')
  allowSessionEnd()
})

const expired = () => json({ error: 'ERR_SESSION_EXPIRED' }, 403)
/** Server that accepts only the token `new`, and renews to it. */
const renews = ({ path, token }: Call) => {
  if (path === '/api/auth/refresh_token') return json({ token: 'new', user: ana })
  return token === 'new' ? json({ whatsapps: [] }) : expired()
}
const list = () => unwrapResponse(api.whatsapp.get())
const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (thrown) => thrown as AppError,
  )

test('requests with an expired token share one renewal and are repeated', async () => {
  const calls = serve(renews)
  expect(await Promise.all([list(), list(), list()])).toEqual([{ whatsapps: [] }, { whatsapps: [] }, { whatsapps: [] }])
  expect(calls.filter(({ path }) => path.endsWith('refresh_token'))).toHaveLength(1)
  expect(calls.filter(({ token }) => token === 'new')).toHaveLength(3)
  expect(accessToken()).toBe('new')
  expect(leave).not.toHaveBeenCalled()
})

test('a request that starts during a renewal waits for it', async () => {
  const renewal = Promise.withResolvers<void>()
  const calls = serve(async (call) => {
    if (call.path.endsWith('refresh_token')) await renewal.promise
    return renews(call)
  })
  const first = list()
  await until('the renewal', () => calls.some(({ path }) => path.endsWith('refresh_token')))
  const second = list()
  await Bun.sleep(5)
  renewal.resolve()
  await Promise.all([first, second])
  expect(calls.filter(({ token }) => token === 'old')).toHaveLength(1)
})

test('a refused renewal ends the session with a reason for the login page', async () => {
  serve(({ path }) => (path.endsWith('refresh_token') ? json({ error: 'ERR_SESSION_REFUSED' }, 401) : expired()))
  const failures = await Promise.all([failure(list()), failure(list())])
  expect(failures.map((thrown) => thrown?.code)).toEqual(['ERR_SESSION_REFUSED', 'ERR_SESSION_REFUSED'])
  expect(leave).toHaveBeenCalledTimes(1)
  expect(readLoginNotice()).toEqual({ kind: 'expired' })
  expect(accessToken()).toBeNull()
})

test('a renewal without a response keeps the session', async () => {
  serve(({ path }) => {
    if (path.endsWith('refresh_token')) throw new TypeError('network')
    return expired()
  })
  expect((await failure(list()))?.code).toBe('ERR_UNREACHABLE')
  expect(leave).not.toHaveBeenCalled()
})

test('an expired response after a renewal ends the session without another retry', async () => {
  const calls = serve((call) => (call.path.endsWith('refresh_token') ? renews(call) : expired()))
  await failure(list())
  expect(calls).toHaveLength(3)
  expect(leave).toHaveBeenCalledTimes(1)
})

test('a permission error neither renews the token nor ends the session', async () => {
  const calls = serve(() => json({ error: 'ERR_NO_PERMISSION' }, 403))
  expect((await failure(list()))?.code).toBe('ERR_NO_PERMISSION')
  expect(calls).toHaveLength(1)
  expect(leave).not.toHaveBeenCalled()
})

test.each([
  [401, { error: 'ERR_SESSION_REFUSED' }, { kind: 'expired' }],
  [401, { error: 'ERR_ACCESSED_ELSEWHERE' }, { kind: 'elsewhere' }],
  [401, { error: 'ERR_LOGIN_TOO_OLD', days: 30 }, { kind: 'tooOld', days: 30 }],
  [402, { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: '2026-11-10' }, { kind: 'subscription', dueDate: '2026-11-10' }],
])('a response %d %j ends the session with its reason', async (status, body, ending) => {
  serve(() => json(body, status))
  await failure(list())
  expect(leave).toHaveBeenCalledTimes(1)
  expect(readLoginNotice()).toEqual(ending as ReturnType<typeof readLoginNotice>)
})

test("errors contain the server's detail and the retry time", async () => {
  serve(() => json({ error: 'ERR_RATE_LIMIT' }, 429, { 'retry-after': '40' }))
  expect(await failure(list())).toMatchObject({ code: 'ERR_RATE_LIMIT', detail: { retryAfter: 40 } })
  serve(() => new Response('<html>', { status: 502 }))
  expect((await failure(list()))?.code).toBe('ERR_INTERNAL_SERVER_ERROR')
  serve(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((await failure(list()))?.code).toBe('ERR_UNREACHABLE')
})

test('texts that look like dates are not parsed', async () => {
  serve(() => json({ whatsapps: [{ id: 1, name: '2024-01-01' }] }))
  expect((await list()).whatsapps[0]?.name).toBe('2024-01-01')
})

test('a page load renews the token once, only if a session is stored', async () => {
  setAccessToken(null)
  const calls = serve(renews)
  await restoreSession()
  expect([session.peek().kind, calls.length]).toEqual(['out', 0])
  localStorage.setItem('companyId', '3')
  await restoreSession()
  expect([session.peek().kind, me.peek()?.name, calls.length]).toEqual(['in', 'Ana', 1])
})

test('a page load after the absolute end of the login leads to the login page, which says why', async () => {
  setAccessToken(null)
  localStorage.setItem('companyId', '3')
  localStorage.setItem('voiceSpeed', '2')
  serve(() => json({ error: 'ERR_LOGIN_TOO_OLD', days: 30 }, 401))
  await restoreSession()
  expect(leave).toHaveBeenCalledTimes(1)
  expect(readLoginNotice()).toEqual({ kind: 'tooOld', days: 30 })
  expect(localStorage.getItem('voiceSpeed')).toBe('2')
})

test('an unreachable server at page load keeps the session', async () => {
  setAccessToken(null)
  localStorage.setItem('companyId', '3')
  serve(() => Promise.reject(new TypeError('network')))
  await restoreSession()
  expect(session.peek().kind).toBe('unreachable')
  expect(localStorage.getItem('companyId')).toBe('3')
})

test('wrong credentials do not end a session; an expired licence stores the renewal token', async () => {
  serve(() => json({ error: 'ERR_INVALID_CREDENTIALS' }, 401))
  expect((await failure(login('a@b.c', 'x')))?.code).toBe('ERR_INVALID_CREDENTIALS')
  serve(() => json({ error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: '2026-11-10', token: 'pay' }, 402))
  await failure(login('a@b.c', 'x'))
  expect([renewalToken.peek(), session.peek().kind]).toEqual(['pay', 'out'])
  expect(leave).not.toHaveBeenCalled()
})

test('login stores the company id, logout deletes it even without a server', async () => {
  serve(() => json({ token: 'new', user: ana }))
  await login('ana@loja.com', 'x')
  expect([localStorage.getItem('companyId'), me.peek()?.id]).toEqual(['3', 7])
  serve(() => Promise.reject(new TypeError('network')))
  await logout()
  expect([localStorage.getItem('companyId'), accessToken(), readLoginNotice()]).toEqual([null, null, null])
  expect(leave).toHaveBeenCalledTimes(1)
})

const signIn = (id: number) => {
  serve(() => json({ token: 'new', user: { ...ana, id } }))
  return login('ana@loja.com', 'x')
}

test('logout deletes recent searches and keeps device settings', async () => {
  await signIn(7)
  addRecentSearch('Rui Lima')
  setQueueFilter([4])
  for (const choice of ['voiceSpeed', 'ticketListWidth', 'detailsOpen']) localStorage.setItem(choice, '2')
  await logout()
  expect(Object.keys(localStorage).sort()).toEqual(['detailsOpen', 'ticketListWidth', 'voiceSpeed'])
})

test('a login after an expired session starts without data of the previous user', async () => {
  await signIn(7)
  addRecentSearch('Rui Lima')
  setQueueFilter([4])
  endSession({ kind: 'expired' })
  await signIn(8)
  expect([recentSearches(), queueIds.peek()]).toEqual([[], []])
  await signIn(7)
  expect([recentSearches(), queueIds.peek()]).toEqual([['Rui Lima'], [4]])
})

test('several requests refused by an ended session end it once', () => {
  endSession({ kind: 'elsewhere' })
  endSession({ kind: 'expired' })
  expect(leave).toHaveBeenCalledTimes(1)
  expect(readLoginNotice()).toEqual({ kind: 'elsewhere' })
})
