import { expect, spyOn, test } from 'bun:test'
import { AddressBuckets, Buckets } from '../../src/core/http/rate-limit'
import { createInstallation, errorAnswer } from '../installation'
import { httpRoutes, routeKey, rowOf } from './access/table'

/** A stranger's address, the network of 2^64 addresses that the server counts as one, and the /48 with 65,536 of these. */
const address = '2001:db8:1:2::9'
const [network, wideNetwork] = ['2001:db8:1:2', '2001:db8:1']

test('every public route that limits an IPv6 network also limits its /48', async () => {
  const { app } = await createInstallation()
  using taken = spyOn(Buckets.prototype, 'take')
  const limited: string[] = []
  for (const route of httpRoutes(app).filter(({ guard }) => guard === 'public')) {
    taken.mockClear()
    const { body, rawBody } = rowOf(route)
    const headers = { 'x-forwarded-for': address, 'content-type': 'application/json', authorization: 'Bearer guessed' }
    const content = route.method === 'GET' ? undefined : (rawBody ?? JSON.stringify(body?.({} as never) ?? {}))
    const path = route.path.replaceAll(/:\w+/g, (name) => (name === ':email' ? 'nobody@acme.test' : 'Guessed1'))
    await app.handle(new Request(`http://localhost${path}`, { method: route.method, headers, body: content }))
    const keys = taken.mock.calls.map(([key]) => key)
    if (!keys.some((key) => key.includes(network))) continue
    limited.push(routeKey(route))
    expect([routeKey(route), keys]).toEqual([routeKey(route), expect.arrayContaining([wideNetwork])])
  }
  expect(limited).toEqual(expect.arrayContaining(['POST /api/forgetpassword', 'POST /api/auth/login']))
  expect(limited.length).toBeGreaterThan(11)
})

test('a /48 has its own limit over all its networks, gets tokens back, and leaves other networks alone', () => {
  const buckets = new AddressBuckets(2, 60, () => 0, 4)
  const take = (ip: string) => () => buckets.take(ip)
  for (const ip of ['2001:db8:1:1', '2001:db8:1:1', '2001:db8:1:2', '2001:db8:1:3']) buckets.take(ip)
  expect(take('2001:db8:1:4')).toThrow('ERR_RATE_LIMIT')
  buckets.giveBack('2001:db8:1:2')
  expect(take('2001:db8:1:4')).not.toThrow()
  expect(take('2001:db8:2:1')).not.toThrow()
  for (let n = 0; n < 9; n++) expect(take(`203.0.113.${n}`)).not.toThrow()
})

test('the twenty-first request for a password code from one IPv6 /48 within an hour answers 429', async () => {
  const { clientWithHeaders } = await createInstallation({ clock: () => 0 })
  const ask = (forwardedFor: string) =>
    clientWithHeaders({ 'x-forwarded-for': forwardedFor }).forgetpassword.post({ email: 'nobody@acme.test' })
  for (let n = 0; n < 20; n++) expect((await ask(`2001:db8:1:${n}::1`)).status).toBe(404)
  expect(await ask('2001:db8:1:99::1')).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT'))
  expect((await ask('2001:db8:2:1::1')).status).toBe(404)
})
