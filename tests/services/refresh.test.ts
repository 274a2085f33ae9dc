import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import type { CompanyId } from '../../src/core/storage/schema'
import { login, refreshDays, signIn } from '../../src/features/auth/login'
import { graceSeconds, refreshLogin } from '../../src/features/auth/refresh'
import { AppError } from '../../src/shared/errors'
import { companies, createInstallation, emailOf, password, people } from '../installation'

afterEach(() => void setSystemTime())

type Installation = Awaited<ReturnType<typeof createInstallation>>
const client = { ip: '1.1.1.1', userAgent: '' }
const bob = { id: people.bob.id, companyId: companies.acme as CompanyId }

/** Steps of one user's tokens: time passes, the user logs in, an earlier token is used. */
type Step = { wait: number } | { login: true } | { show: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(1, 10, 29, 31, 600, 13 * 86_400).map((wait) => ({ wait })) },
  { weight: 1, arbitrary: fc.constant({ login: true as const }) },
  { weight: 6, arbitrary: fc.nat(6).map((show) => ({ show })) },
)

/** Model of the rules, run in parallel with the implementation. */
class History {
  private readonly given: string[] = []
  /** Tokens of the latest login; using one of them after its grace period ends the login. */
  private family: string[] = []
  private current: string | null = null
  private before: string | null = null
  private turnedAt = 0
  private expiresAt = 0
  private now = Date.parse('2030-01-01T12:00:00Z')

  constructor(private readonly installation: Installation) {
    this.wait(0)
  }

  async take(step: Step) {
    if ('wait' in step) this.wait(step.wait)
    else if ('login' in step) await this.login()
    else await this.show(this.given.at(-1 - step.show) ?? (this.given[0] as string))
    expect(await this.living()).toBe(this.current === null ? 0 : 1)
  }

  private wait(seconds: number) {
    this.now += seconds * 1000
    setSystemTime(new Date(this.now))
  }

  private async login() {
    const { refresh } = await signIn(this.installation.auth, bob, client)
    this.family = []
    this.turn(refresh, null)
  }

  private async show(token: string) {
    const expected = this.outcome(token)
    const got = await refreshLogin(this.installation.auth, token).catch((error: AppError) => error)
    expect(got instanceof AppError ? 'refused' : got.refresh === this.current ? 'repeated' : 'turned').toBe(expected)
    if (!(got instanceof AppError)) return expected === 'turned' && this.turn(got.refresh, token)
    expect(['ERR_SESSION_REFUSED', 'ERR_ACCESSED_ELSEWHERE']).toContain(got.code)
    if (this.family.includes(token) && this.now < this.expiresAt) this.current = this.before = null
  }

  private turn(token: string, before: string | null) {
    expect(this.given).not.toContain(token)
    this.given.push(token)
    this.family.push(token)
    Object.assign(this, { current: token, before, turnedAt: this.now, expiresAt: this.now + refreshDays * 86_400_000 })
  }

  private outcome(token: string): 'turned' | 'repeated' | 'refused' {
    if (this.current === null || this.now >= this.expiresAt) return 'refused'
    if (token === this.current) return 'turned'
    return token === this.before && this.now - this.turnedAt <= graceSeconds * 1000 ? 'repeated' : 'refused'
  }

  private async living(): Promise<number> {
    const rows = this.installation.acme
      .select('tokens')
      .select('id')
      .where('userId', '=', bob.id)
      .where('revokedAt', 'is', null)
    return (await rows.execute()).length
  }
}

test('any sequence of refreshes: one token is valid, the previous one for 30 s, and a reused one ends its login', async () => {
  const histories = fc.array(step, { minLength: 3, maxLength: 16 })
  const holds = fc.asyncProperty(histories, async (steps) => {
    const history = new History(await createInstallation())
    await history.take({ login: true })
    for (const step of steps) await history.take(step)
  })
  await fc.assert(holds, { numRuns: 60 })
})

test('concurrent refreshes of several tabs return the same token and keep the login', async () => {
  const { auth } = await createInstallation()
  const { refresh } = await login(auth, { email: emailOf('bob'), password }, client)
  const tabs = await Promise.all([1, 2, 3, 4].map(() => refreshLogin(auth, refresh)))
  expect(new Set(tabs.map((tab) => tab.refresh)).size).toBe(1)
  expect((await refreshLogin(auth, tabs[0]?.refresh)).body.user.id).toBe(3)
})

test('no part of a refresh token is stored', async () => {
  const { auth, store } = await createInstallation()
  const { refresh } = await login(auth, { email: emailOf('bob'), password }, client)
  const rows = JSON.stringify(await store.read.kysely.selectFrom('tokens').selectAll().execute())
  for (const piece of refresh.split('.').slice(1)) expect(rows).not.toContain(piece)
})

describe('a refresh token of version 0.1.0, which names its login without the user', () => {
  async function oldCookie() {
    const { auth, store, ports } = await createInstallation()
    const { refresh } = await login(auth, { email: emailOf('bob'), password }, client)
    const key = ports.secrets.key('refresh-token')
    const named = `${refresh.split('-')[0]}.secret`
    const token = `${named}.${createHmac('sha256', key).update(`seal ${named}`).digest('base64url')}`
    const present = { refreshHash: ports.secrets.hash(token), previousHash: null }
    await store.write(({ kysely }) =>
      kysely.updateTable('tokens').set(present).where('revokedAt', 'is', null).where('userId', '=', bob.id).execute(),
    )
    return { auth, token }
  }

  test('is rotated into one that names the user', async () => {
    const { auth, token } = await oldCookie()
    const { refresh } = await refreshLogin(auth, token)
    expect(refresh).toMatch(/^\d+-3\./)
    expect((await refreshLogin(auth, refresh)).body.user.id).toBe(bob.id)
  })

  test('is refused after it expired without ending the login', async () => {
    const { auth, token } = await oldCookie()
    const { refresh } = await refreshLogin(auth, token)
    setSystemTime(new Date(Date.now() + (graceSeconds + 1) * 1000))
    await expect(refreshLogin(auth, token)).rejects.toThrow('ERR_SESSION_REFUSED')
    expect((await refreshLogin(auth, refresh)).body.user.id).toBe(bob.id)
  })
})
