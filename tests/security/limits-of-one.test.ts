import { beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Serving, signIn } from '../executable/balcao'
import { until } from '../until'
import { type CompanyLogin, openCompany, password } from './companies'
import { Rows } from './rows'
import { openServerWithUsualBudgets } from './shared-server'

/** Limits of one company and of strangers, with the budgets and the executable of production. */

let serving: Serving
let hostile: CompanyLogin
let neighbour: CompanyLogin
beforeAll(async () => {
  serving = await openServerWithUsualBudgets()
  hostile = await openCompany({ ...serving, providerToken: '' }, 'Hostil')
  neighbour = await openCompany({ ...serving, providerToken: '' }, 'Vizinha')
})

async function send(token: string, method: string, path: string, body?: object, from = '203.0.113.1') {
  const isRaw = body instanceof Uint8Array || body instanceof FormData
  const headers: Record<string, string> = { 'x-forwarded-for': from }
  if (token) headers.authorization = `Bearer ${token}`
  if (body && !isRaw) headers['content-type'] = 'application/json'
  const written = isRaw ? (body as Uint8Array<ArrayBuffer> | FormData) : body && JSON.stringify(body)
  const answer = await fetch(`${serving.url}/api${path}`, { method, headers, body: written })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}
const logIn = (email: string, given: string, from: string) =>
  send('', 'POST', '/auth/login', { email, password: given }, from)

test('an admin learns nothing about e-mails of other companies, and asks sixty times in ten minutes at most', async () => {
  const user = { name: 'Novo', password, profile: 'user', queueIds: [999_999] }
  const probe = (email: string) => send(hostile.token, 'POST', '/users', { ...user, email })
  const [taken, free] = [await probe(neighbour.email), await probe('ninguem@fuzz.test')]
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  const probes = await Promise.all(Array.from({ length: 300 }, (_, n) => probe(`ninguem${n}@fuzz.test`)))
  const refused = probes.filter(({ status }) => status === 429)
  expect(refused.length).toBeWithin(238, 243) // the budget refills by one in ten seconds
  expect(refused[0]?.body).toMatchObject({ error: 'ERR_BUDGET', budget: 'account' })
})

test('a sign-up for a plan that does not exist has the same answer for taken and free e-mails', async () => {
  const company = { name: 'Nova', phone: '11999998888', password, planId: 99_999 }
  const probe = (email: string) => send('', 'POST', '/companies/cadastro', { ...company, email }, '198.51.100.1')
  const [taken, free] = [await probe(neighbour.email), await probe('ninguem@fuzz.test')]
  expect([taken.status, taken.body]).toEqual([404, free.body])
})

test('attempts for 60 invented e-mails from one /56 neither evict the limit of an account nor stop others', async () => {
  const guess = (n: number) => logIn(neighbour.email, 'um palpite', `192.0.2.${n}`)
  for (let n = 0; n < 10; n++) expect((await guess(n)).status).toBe(401)
  expect((await guess(10)).status).toBe(429)
  const flood = Promise.all(
    Array.from({ length: 60 }, (_, n) => logIn(`p${n}@fuzz.test`, 'um palpite', `2001:db8:1:${n.toString(16)}::1`)),
  )
  expect((await logIn(hostile.email, password, '203.0.113.77')).status).toBe(200)
  expect(new Set((await flood).map(({ status }) => status)).difference(new Set([401, 429])).size).toBe(0)
  expect((await guess(11)).status).toBe(429)
})

test('the owner logs in from an earlier address while strangers guess the password', async () => {
  const [owner, address] = [await openCompany({ ...serving, providerToken: '' }, 'Dona'), '203.0.113.9']
  expect((await logIn(owner.email, password, address)).status).toBe(200)
  for (let n = 0; n < 10; n++) await logIn(owner.email, 'um palpite', `192.0.2.${100 + n}`)
  expect((await logIn(owner.email, password, '203.0.113.10')).status).toBe(429)
  expect((await logIn(owner.email, password, address)).status).toBe(200)
})

test('the 21st invented connection token of an address within a minute answers 429', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 25; n++)
    statuses.push(
      (await send(`token-${n}`, 'POST', '/messages/send', { number: '1', body: 'x' }, '192.0.2.200')).status,
    )
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
  expect(statuses.slice(21)).toEqual(Array(4).fill(429))
})

const filesOf = ({ companyId }: CompanyLogin) =>
  readdirSync(join(serving.dataDir, 'media', `${companyId}`), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  ).length

test('exports replace one another, and with files beyond the quota nothing is stored', async () => {
  const company = await openCompany({ ...serving, providerToken: '' }, 'Cheia')
  const rows = new Rows(company)
  const path = `/messages/${await rows.get('ticket')}/upload`
  for (let n = 0; n < 3; n++) {
    expect((await send(company.token, 'POST', '/exports', {})).status).toBe(200)
    await until('the export', async () => {
      const { exports } = (await send(company.token, 'GET', '/exports')).body as { exports: { status: string }[] }
      return exports[0]?.status === 'ready'
    })
  }
  await until('the removal of the replaced archives', async () => filesOf(company) === 1)
  const provider = (await signIn(serving)) as string
  expect((await send(provider, 'PUT', '/settings/mediaQuota', { value: '1' })).status).toBe(200)
  expect((await send(company.token, 'PUT', path, new Uint8Array(900_000))).status).toBe(200)
  expect(await send(company.token, 'PUT', path, new Uint8Array(200_000))).toMatchObject({
    status: 413,
    body: { error: 'ERR_NO_ROOM' },
  })
  await until('the removal of the refused file', async () => filesOf(company) === 2)
  expect((await send(provider, 'PUT', '/settings/mediaQuota', { value: '0' })).status).toBe(200)
})

test('a media link ends with the login that asked for it, and a login ends with its access token alone', async () => {
  const company = await openCompany({ ...serving, providerToken: '' }, 'Sai')
  const form = new FormData()
  form.append('medias', new File([new Uint8Array(100).fill(65)], 'a.txt'))
  const ticketId = await new Rows(company).get('ticket')
  expect((await send(company.token, 'POST', `/messages/${ticketId}`, form)).status).toBe(200)
  const { messages } = (await send(company.token, 'GET', `/messages/${ticketId}`)).body as {
    messages: { mediaUrl: string | null }[]
  }
  const { pathname, search } = new URL(messages.at(-1)?.mediaUrl ?? '', serving.url)
  const link = serving.url + pathname + search
  expect((await fetch(link)).status).toBe(200)
  expect((await send(company.token, 'DELETE', '/auth/logout')).status).toBe(200)
  expect((await fetch(link)).status).toBe(404)
  expect((await send(company.token, 'GET', '/auth/me')).status).toBe(403)
})
