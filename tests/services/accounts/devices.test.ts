import { describe, expect, test } from 'bun:test'
import { loginsToKeep } from '../../../src/features/accounts/auth/login/earlier-logins'
import { createInstallation, type Name } from '../../installation'
import { LoginClient } from '../../login-client'

const agents = {
  computer: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  phone: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
} as const

/** Installation whose first company allows several devices, with this number in its plan. */
async function createAllowing(devices: number, setting = 'enabled') {
  const installation = await createInstallation({ clock: () => 0 })
  await installation.store.write(({ kysely }) => kysely.updateTable('plans').set({ devices }).execute())
  expect((await installation.clientAs('ana').settings({ key: 'severalDevices' }).put({ value: setting })).status).toBe(
    200,
  )
  const signIn = async (agent: keyof typeof agents, name: Name = 'bob') => {
    const browser = new LoginClient(installation.app, { 'user-agent': agents[agent] })
    expect((await browser.login(name)).status).toBe(200)
    return browser
  }
  return { ...installation, signIn }
}

const statusesOf = (browsers: LoginClient[]) => Promise.all(browsers.map(async (each) => (await each.me()).status))
type Listed = { id: number; isThis: boolean; endedAt: string | null; userAgent: string; revokedFor: string | null }
const sessionsOf = async (browser: LoginClient, path = '/auth/sessions') =>
  (await browser.request('GET', path)).body.sessions as Listed[]

describe('a login', () => {
  test('on a phone stays beside one on a computer when the company allows several devices', async () => {
    const { signIn } = await createAllowing(2)
    const [desk, phone] = [await signIn('computer'), await signIn('phone')]
    expect(await statusesOf([desk, phone])).toEqual([200, 200])
    expect((await desk.refresh()).status).toBe(200)
    expect((await sessionsOf(desk)).filter(({ endedAt }) => endedAt === null)).toMatchObject([
      { isThis: false, userAgent: agents.phone },
      { isThis: true, userAgent: agents.computer },
    ])
  })

  test('on a second computer ends the one on the first, and none on a phone', async () => {
    const { signIn } = await createAllowing(2)
    const [desk, phone] = [await signIn('computer'), await signIn('phone')]
    const other = await signIn('computer')
    expect(await statusesOf([desk, phone, other])).toEqual([403, 200, 200])
    expect((await desk.refresh()).body).toMatchObject({ error: 'ERR_ACCESSED_ELSEWHERE' })
  })

  test('on a second phone ends the one on the first, and none on a computer', async () => {
    const { signIn } = await createAllowing(2)
    const [desk, phone] = [await signIn('computer'), await signIn('phone')]
    const other = await signIn('phone')
    expect(await statusesOf([desk, phone, other])).toEqual([200, 403, 200])
  })

  test.each([
    [2, 'disabled'],
    [1, 'enabled'],
  ])('with %d devices in the plan and the setting %s is the only one of its user', async (devices, setting) => {
    const { signIn } = await createAllowing(devices, setting)
    const [desk, phone] = [await signIn('computer'), await signIn('phone')]
    expect(await statusesOf([desk, phone])).toEqual([403, 200])
  })

  test('keeps the push subscriptions of the logins that stay, and deletes those of the ended ones', async () => {
    const { signIn, acme } = await createAllowing(2)
    const subscribe = async (browser: LoginClient, n: number) =>
      browser.request('PUT', '/push/subscription', {
        endpoint: `https://push.example.com/send/${n}`,
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      })
    const [desk, phone] = [await signIn('computer'), await signIn('phone')]
    const answers = [await subscribe(desk, 1), await subscribe(phone, 2)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const count = async () => (await acme.select('push_subscriptions').select('id').execute()).length
    expect(await count()).toBe(2)
    await signIn('computer')
    expect(await count()).toBe(1)
  })
})

test('places are one computer and the phones used last, at most the allowed number with the new login', () => {
  const live = [1, 2, 3, 4].map((id) => ({ id, userAgent: id === 2 ? agents.computer : agents.phone }))
  const kept = (kind: 'computer' | 'phone', allowed: number) => [...loginsToKeep(kind, live, allowed)]
  expect(kept('phone', 1)).toEqual([])
  expect(kept('phone', 2)).toEqual([2])
  expect(kept('computer', 2)).toEqual([1])
  expect(kept('phone', 3)).toEqual([1, 2])
  expect(kept('computer', 3)).toEqual([1, 3])
  expect(kept('phone', 9)).toEqual([1, 2, 3, 4])
})

describe('an admin', () => {
  test('sees the logins of a user and ends one of them, with an audit line', async () => {
    const { signIn, clientAs, acme } = await createAllowing(2)
    const [desk, phone] = [await signIn('computer'), await signIn('phone')]
    const ana = clientAs('ana')
    const { data } = await ana.users({ id: 3 }).sessions.get()
    const [newest] = data?.sessions ?? []
    expect(newest).toMatchObject({ userAgent: agents.phone, endedAt: null, isThis: false })
    expect((await ana.users.sessions({ id: newest?.id ?? 0 }).delete()).status).toBe(200)
    expect(await statusesOf([desk, phone])).toEqual([200, 403])
    expect((await sessionsOf(desk))[0]).toMatchObject({ id: newest?.id, revokedFor: 'admin' })
    const lines = acme.select('audit_log').select(['actorName', 'action', 'entity', 'name']).orderBy('id', 'desc')
    expect(await lines.limit(1).executeTakeFirst()).toEqual({
      actorName: 'Ana',
      action: 'end',
      entity: 'session',
      name: 'Bob',
    })
    expect((await ana.users.sessions({ id: newest?.id ?? 0 }).delete()).status).toBe(404)
  })

  test('ends all logins of a user, and none of another one', async () => {
    const { signIn, clientAs } = await createAllowing(2)
    const browsers = [await signIn('computer'), await signIn('phone'), await signIn('computer', 'sara')]
    expect((await clientAs('ana').users({ id: 3 }).sessions.delete()).data).toMatchObject({ ended: expect.any(Number) })
    expect(await statusesOf(browsers)).toEqual([403, 403, 200])
  })

  test('does not see or end the logins of a super user', async () => {
    const { signIn, clientAs, store, acme } = await createAllowing(2)
    await store.write(({ kysely }) => kysely.updateTable('users').set({ super: 1 }).where('id', '=', 3).execute())
    await signIn('computer')
    const logins = acme.select('tokens').select('id').where('userId', '=', 3).where('revokedAt', 'is', null)
    const { id } = await logins.executeTakeFirstOrThrow()
    const ana = clientAs('ana')
    expect((await ana.users({ id: 3 }).sessions.get()).status).toBe(403)
    expect((await ana.users({ id: 3 }).sessions.delete()).status).toBe(403)
    expect((await ana.users.sessions({ id }).delete()).status).toBe(403)
  })
})
