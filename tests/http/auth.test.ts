import { expect, test } from 'bun:test'
import { Browser } from '../browser'
import { emailOf, password, refused, world } from '../world'

test('a person signs in and is known afterwards', async () => {
  const { stranger } = await world()
  const { data, status, response } = await stranger().auth.login.post({ email: emailOf('bob'), password })
  expect(status).toBe(200)
  expect(data?.user).toMatchObject({ id: 3, name: 'Bob', companyId: 1, company: { name: 'acme' } })
  expect(response.headers.get('set-cookie')).toContain('jrt=')
  const mine = await stranger({ authorization: `Bearer ${data?.token}` }).auth.me.get()
  expect(mine.data?.queues).toMatchObject([{ id: 1, name: 'Suporte' }])
})

test('a wrong password and an unknown person are refused alike', async () => {
  const { stranger } = await world()
  const wrong = await stranger().auth.login.post({ email: emailOf('bob'), password: 'nope nope' })
  const unknown = await stranger().auth.login.post({ email: 'nobody@acme.test', password })
  expect(wrong).toMatchObject(refused(401, 'ERR_INVALID_CREDENTIALS'))
  expect(unknown).toMatchObject(refused(401, 'ERR_INVALID_CREDENTIALS'))
})

test('me needs a token', async () => {
  const { stranger, as } = await world()
  expect(await stranger().auth.me.get()).toMatchObject(refused(403, 'ERR_SESSION_EXPIRED'))
  expect((await as('ana').auth.me.get()).data?.profile).toBe('admin')
})

test('too many tries are refused with the time to wait', async () => {
  const { app } = await world({ clock: () => 0 })
  const browser = new Browser(app, { 'x-forwarded-for': '203.0.113.9' })
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await browser.login('bob', 'wrong one')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  const { headers, body } = await browser.login('bob')
  expect([headers.get('retry-after'), body]).toEqual(['180', { error: 'ERR_RATE_LIMIT', retryAfter: 180 }])
  for (let n = 0; n < 120; n++) await browser.refresh()
  expect((await browser.refresh()).status).toBe(429)
})
