import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import { accessSeconds } from '../../src/core/http/access-tokens'
import { login } from '../../src/features/auth/login'
import { deleteUser } from '../../src/features/users/delete'
import { createUser } from '../../src/features/users/service'
import { createInstallation, errorAnswer } from '../installation'

afterEach(() => void setSystemTime())

const good = { typ: 'access', aud: 'balcao', jti: '3', sub: '3', cid: 1 }
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs whatever it is told to with a key. */
const signer = (secret: Uint8Array, alg = 'HS256') => new Elysia().use(jwt({ name: 'jwt', secret, alg })).decorator.jwt

async function forger() {
  const { ports, clientWithHeaders } = await createInstallation()
  const key = ports.secrets.key('access-token')
  const sign = (claims: object) => signer(key).sign({ ...good, exp: inAnHour(), ...claims } as never)
  const me = (token: string) => clientWithHeaders({ authorization: `Bearer ${token}` }).auth.me.get()
  return { ports, key, sign, me }
}

test('the forger’s own tool makes good tokens when it has everything', async () => {
  const { sign, me } = await forger()
  expect((await me(await sign({}))).data?.id).toBe(3)
})

test.each([
  ['another kind', { typ: 'refresh' }],
  ['no kind', { typ: undefined }],
  ['another audience', { aud: 'somebody else' }],
  ['the past', { exp: 1_000_000 }],
  ['another login’s person', { sub: '1' }],
  ['a login that is not', { jti: '999' }],
  ['another company', { cid: 2 }],
  ['a company that is no number', { cid: 'x' }],
  ['no person', { sub: undefined }],
])('a token of %s is refused', async (_, claims) => {
  const { sign, me } = await forger()
  expect(await me(await sign(claims))).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
})

test('no algorithm, another algorithm, another key, a changed part', async () => {
  const { ports, key, sign, me } = await forger()
  const claims = { ...good, exp: inAnHour() }
  const [head, body, seal] = (await sign({})).split('.') as [string, string, string]
  const admin = part({ ...claims, jti: '1', sub: '1' })
  const forged = [
    `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
    `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.${seal}`,
    await signer(Buffer.concat([key, key]), 'HS512').sign(claims as never),
    await signer(ports.secrets.key('media-link')).sign(claims as never),
    await signer(new Uint8Array(32)).sign(claims as never),
    `${head}.${admin}.${seal}`,
    `${head}.${body}.`,
    `${head}.${body}`,
    '',
    'a.b.c',
  ]
  for (const token of forged) expect(await me(token)).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
})

test('an access token is good for 15 minutes, also when it was seen before', async () => {
  const { tokenOf, clientWithHeaders } = await createInstallation()
  const start = Math.ceil(Date.now() / 1000) * 1000 // tokens count whole seconds
  setSystemTime(new Date(start))
  const headers = { authorization: `Bearer ${await tokenOf('bob')}` }
  setSystemTime(new Date(start + (accessSeconds - 1) * 1000))
  expect((await clientWithHeaders(headers).auth.me.get()).status).toBe(200)
  setSystemTime(new Date(start + accessSeconds * 1000 + 1))
  expect(await clientWithHeaders(headers).auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
})

test('a token as a cookie, as a query or with another scheme is no token', async () => {
  const { app, tokenOf } = await createInstallation()
  const token = await tokenOf('bob')
  const asks = [{ cookie: `jrt=${token}` }, { authorization: `Basic ${token}` }, { authorization: token }]
  for (const headers of asks) {
    const request = new Request(`http://localhost/api/auth/me?token=${token}`, { headers: headers as never })
    expect((await app.handle(request)).status).toBe(403)
  }
})

test('the access token of a deleted user opens nothing of the user created and signed in next', async () => {
  const { auth, platform, scopeOf, clientWithHeaders } = await createInstallation()
  const given = { password: 'uma senha qualquer', profile: 'user' as const }
  const create = (email: string) => createUser(scopeOf('ana'), platform, { ...given, name: email, email })
  const signInAs = (email: string) => login(auth, { email, password: given.password }, { ip: '', userAgent: '' })
  const gone = await create('um@acme.test')
  const headers = { authorization: `Bearer ${(await signInAs('um@acme.test')).body.token}` }
  expect((await clientWithHeaders(headers).auth.me.get()).status).toBe(200)
  await deleteUser(scopeOf('ana'), gone.id)
  const next = await create('outro@acme.test')
  await signInAs('outro@acme.test')
  expect(next.id).toBeGreaterThan(gone.id)
  expect(await clientWithHeaders(headers).auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
})
