import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanUp, type Serving, serve, signIn, superUser } from '../executable/balcao'
import { type CompanyLogin, openCompany, password, withoutWhatsApp } from './companies'
import { Rows } from './rows'
import { openSharedServer } from './shared-server'

/** Acts in the place of others, on the executable. */

let serving: Serving
let company: CompanyLogin
let other: CompanyLogin
beforeAll(async () => {
  serving = await openSharedServer()
  company = await openCompany({ ...serving, providerToken: '' }, 'Alfa')
  other = await openCompany({ ...serving, providerToken: '' }, 'Beta')
})
afterAll(cleanUp)

async function send(token: string, method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const headers: Record<string, string> = { 'content-type': 'application/json', ...more }
  if (token) headers.authorization = `Bearer ${token}`
  const answer = await fetch(`${serving.url}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
  const text = await answer.text()
  return {
    status: answer.status,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    body: JSON.parse(text),
  }
}

async function addUser(name: string) {
  const email = `${name}@fuzz.test`
  const user = await send(company.token, 'POST', '/users', { name, email, password, profile: 'user', queueIds: [] })
  expect(user.status).toBe(200)
  const login = await send('', 'POST', '/auth/login', { email, password })
  return { id: user.body.id as number, token: login.body.token as string, cookie: login.cookie }
}

test('A5: the cookie of a deleted user ends no login of another company', async () => {
  const { id, cookie } = await addUser('Visita')
  expect((await send(company.token, 'DELETE', `/users/${id}`)).status).toBe(200)
  const victim = await send('', 'POST', '/auth/login', { email: other.email, password })
  other.token = victim.body.token
  expect((await send('', 'POST', '/auth/refresh_token', undefined, { cookie })).status).toBe(401)
  expect((await send('', 'DELETE', '/auth/logout', undefined, { cookie })).status).toBe(401)
  expect((await send(other.token, 'GET', '/auth/me')).status).toBe(200)
  const refreshed = await send('', 'POST', '/auth/refresh_token', undefined, { cookie: victim.cookie })
  expect(refreshed.status).toBe(200)
})

test('A6: sign-up and user form refuse the addresses of support users', async () => {
  const email = `support-1-${other.companyId}@support.invalid`
  const stranger = { name: 'Suporte', email, phone: '11999998888', password, planId: 1 }
  expect((await send('', 'POST', '/companies/cadastro', stranger)).status).toBe(409)
  const user = { name: 'Suporte', email, password, profile: 'admin', queueIds: [] }
  expect((await send(company.token, 'POST', '/users', user)).status).toBe(409)
})

test('A7, A8: an agent neither reroutes nor schedules into a conversation of others, nor reads its schedules', async () => {
  const rows = new Rows(company)
  const { token } = await addUser('Bia')
  const [ticketId, contactId] = [await rows.get('ticket'), await rows.get('contact')]
  expect((await send(token, 'GET', `/tickets/${ticketId}`)).status).toBe(403)
  expect(await send(token, 'PUT', `/contacts/${contactId}`, { number: '5511977776666' })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  })
  const schedule = { contactId, body: 'Diretoria', sendAt: new Date(Date.now() + 3_600_000).toISOString() }
  expect((await send(token, 'POST', '/schedules', schedule)).status).toBe(403)
  expect((await send(company.token, 'POST', '/schedules', schedule)).status).toBe(200)
  expect((await send(token, 'GET', '/schedules')).body.schedules).toEqual([])
})

test('A13: a support grant ends with the rights of its super user', async () => {
  const provider = (await signIn(serving)) as string
  const eva = { name: 'Eva', email: 'eva@balcao.test', password: 'oito violinos azuis', profile: 'admin', queueIds: [] }
  const { id } = (await send(provider, 'POST', '/users', eva)).body
  const may = { super: true, password: superUser.password }
  expect((await send(provider, 'PUT', `/users/${id}/super`, may)).status).toBe(200)
  const second = (await send('', 'POST', '/auth/login', { email: eva.email, password: may.password })).body.token
  const grant = await send(second, 'POST', `/companies/${other.companyId}/support`, { reason: 'Conexão não sobe' })
  expect((await send(grant.body.token, 'GET', '/users')).status).toBe(200)
  expect((await send(provider, 'PUT', `/users/${id}/super`, { super: false })).status).toBe(200)
  expect((await send(grant.body.token, 'GET', '/users')).status).toBe(403)
})

test('A10: sign-up and login before the set-up answer 403, and the page of the interface is served', async () => {
  const fresh = await serve({ ...withoutWhatsApp, BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '' })
  const post = (path: string, body: object) =>
    fetch(`${fresh.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const stranger = { name: 'Balcão', email: 's@fuzz.test', phone: '11999998888', password, planId: 1 }
  for (const answer of [await post('/companies/cadastro', stranger), await post('/auth/login', stranger)])
    expect([answer.status, await answer.json()]).toEqual([403, { error: 'ERR_SETUP_NEEDED' }])
  expect(await (await fresh.get('/api/system')).json()).toMatchObject({ setupNeeded: true })
  expect((await fresh.get('/')).status).toBe(200)
})
