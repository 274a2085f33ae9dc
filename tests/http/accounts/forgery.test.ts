import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import { accessSeconds } from '../../../src/core/http/access-tokens'
import { login } from '../../../src/features/accounts/auth/login/login'
import { deleteUser } from '../../../src/features/accounts/users/delete'
import { createUser } from '../../../src/features/accounts/users/service'
import { createInstallation, errorAnswer } from '../../installation'

afterEach(() => void setSystemTime())

const validClaims = { typ: 'access', aud: 'balcao', jti: '3', sub: '3', cid: 1 }
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs any claims with the key. */
const signer = (secret: Uint8Array, alg = 'HS256') => new Elysia().use(jwt({ name: 'jwt', secret, alg })).decorator.jwt

/** Token that carries the key it is signed with in its header. */
function signWithNamedKey(claims: object): string {
  const secret = Buffer.alloc(32, 7)
  const header = {
    alg: 'HS256',
    typ: 'JWT',
    kid: '../../dev/null',
    jwk: { kty: 'oct', k: secret.toString('base64url') },
  }
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${new Bun.CryptoHasher('sha256', secret).update(signed).digest('base64url')}`
}

async function createForger() {
  const { ports, clientWithHeaders } = await createInstallation()
  const key = ports.secrets.key('access-token')
  const sign = (claims: object) => signer(key).sign({ ...validClaims, exp: inAnHour(), ...claims } as never)
  const me = (token: string) => clientWithHeaders({ authorization: `Bearer ${token}` }).auth.me.get()
  return { ports, key, sign, me }
}

test('a token signed with the key and valid claims is accepted', async () => {
  const { sign, me } = await createForger()
  expect((await me(await sign({}))).data?.id).toBe(3)
})

test.each([
  ['another type', { typ: 'refresh' }],
  ['no type', { typ: undefined }],
  ['another audience', { aud: 'other' }],
  ['a time of expiry in the past', { exp: 1_000_000 }],
  ['the user of another login', { sub: '1' }],
  ['a login that does not exist', { jti: '999' }],
  ['another company', { cid: 2 }],
  ['a company that is not a number', { cid: 'x' }],
  ['no user', { sub: undefined }],
])('a token with %s is refused', async (_, claims) => {
  const { sign, me } = await createForger()
  expect(await me(await sign(claims))).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
})

test('a token with no algorithm, another algorithm or key, or a changed part is refused', async () => {
  const { ports, key, sign, me } = await createForger()
  const claims = { ...validClaims, exp: inAnHour() }
  const [head, body, signature] = (await sign({})).split('.') as [string, string, string]
  const admin = part({ ...claims, jti: '1', sub: '1' })
  const forged = [
    `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
    `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.${signature}`,
    await signer(Buffer.concat([key, key]), 'HS512').sign(claims as never),
    await signer(ports.secrets.key('media-link')).sign(claims as never),
    await signer(new Uint8Array(32)).sign(claims as never),
    signWithNamedKey(claims),
    `${head}.${admin}.${signature}`,
    `${head}.${body}.`,
    `${head}.${body}`,
    '',
    'a.b.c',
  ]
  for (const token of forged) expect(await me(token)).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
})

test('a valid token in another spelling is refused: padding, or other unused bits of the last character', async () => {
  const { sign, me } = await createForger()
  const token = await sign({})
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(token.at(-1) as string)
  const otherBits = token.slice(0, -1) + letters[last ^ 1]
  for (const spelling of [`${token}=`, `${token}==`, otherBits, `${token}.`, token.replace('.', '=.')])
    expect([spelling.slice(-4), await me(spelling)]).toMatchObject([
      spelling.slice(-4),
      errorAnswer(403, 'ERR_SESSION_EXPIRED'),
    ])
})

test('an access token is refused after 15 minutes, also when it was used before', async () => {
  const { tokenOf, clientWithHeaders } = await createInstallation()
  const start = Math.ceil(Date.now() / 1000) * 1000 // tokens count whole seconds
  setSystemTime(new Date(start))
  const headers = { authorization: `Bearer ${await tokenOf('bob')}` }
  setSystemTime(new Date(start + (accessSeconds - 1) * 1000))
  expect((await clientWithHeaders(headers).auth.me.get()).status).toBe(200)
  setSystemTime(new Date(start + accessSeconds * 1000 + 1))
  expect(await clientWithHeaders(headers).auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
})

test('a token in a cookie, in the query or with another scheme is refused', async () => {
  const { app, tokenOf } = await createInstallation()
  const token = await tokenOf('bob')
  const headersWithoutBearer = [
    { cookie: `jrt=${token}` },
    { authorization: `Basic ${token}` },
    { authorization: token },
  ]
  for (const headers of headersWithoutBearer) {
    const request = new Request(`http://localhost/api/auth/me?token=${token}`, { headers: headers as never })
    expect((await app.handle(request)).status).toBe(403)
  }
})

test('the access token of a deleted user is refused after the next user was created and has logged in', async () => {
  const { auth, platform, scopeOf, clientWithHeaders } = await createInstallation()
  const values = { password: 'uma senha qualquer', profile: 'user' as const }
  const create = (email: string) => createUser(scopeOf('ana'), platform, { ...values, name: email, email })
  const signInAs = (email: string) => login(auth, { email, password: values.password }, { ip: '', userAgent: '' })
  const deleted = await create('um@acme.test')
  const headers = { authorization: `Bearer ${(await signInAs('um@acme.test')).body.token}` }
  expect((await clientWithHeaders(headers).auth.me.get()).status).toBe(200)
  await deleteUser(scopeOf('ana'), deleted.id)
  const next = await create('outro@acme.test')
  await signInAs('outro@acme.test')
  expect(next.id).toBeGreaterThan(deleted.id)
  expect(await clientWithHeaders(headers).auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
})
