import { type Cookie, Elysia, t } from 'elysia'
import { checkOrigin, clientInfo } from '../../core/http/client-info'
import { guard, parsePublicBody } from '../../core/http/guard'
import { idParams } from '../../core/http/schemas'
import { Deleted, Done } from '../openapi/model'
import { endLogin, endOthers, listLogins } from '../users/logins'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, renewRecoveryCodes } from '../users/second-factor'
import type { Authenticator } from './authenticator'
import { login, refreshSeconds, type SignedIn } from './login'
import { completeLogin } from './login-second-step'
import { logout } from './logout'
import { meOf } from './me'
import {
  Credentials,
  FirstCode,
  LoginAnswer,
  LoginRow,
  Me,
  PasswordAndCode,
  PasswordProof,
  SecondStep,
  Setup,
} from './model'
import { reauthenticate, reauthenticateWithCode } from './reauthentication'
import { refreshLogin } from './refresh'
import { setUp } from './setup'

/** Services that the routes of this feature use. */
export interface AuthServices {
  auth: Authenticator
  publicUrl: string
}

/** Cookie of the refresh token (decisions.md, Wire): HttpOnly and SameSite=Lax. */
const cookieName = 'jrt'
/** Accepts any value, so that a foreign cookie is answered 401 by the refresh and not 422 by the schema. */
const cookieSchema = t.Cookie({ [cookieName]: t.Optional(t.Unknown()) })
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const authRoutes = ({ auth, publicUrl }: AuthServices) => {
  const { limits } = auth
  const attributes = {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/api/auth',
  } as const
  const setRefreshCookie = (cookie: Cookie<unknown>, { body, refresh }: SignedIn) => {
    cookie.set({ ...attributes, value: refresh, maxAge: refreshSeconds })
    return body
  }

  return new Elysia({ prefix: '/auth' })
    .use(guard(auth))
    .post(
      '/login',
      async ({ body, request, server, cookie: { jrt } }) => {
        checkOrigin(request.headers, publicUrl)
        return setRefreshCookie(jrt, await login(auth, body, clientInfo(request, server)))
      },
      { parse: parsePublicBody, body: Credentials, cookie: cookieSchema, response: LoginAnswer },
    )
    .post(
      '/login/second-step',
      async ({ body, request, server, cookie: { jrt } }) => {
        checkOrigin(request.headers, publicUrl)
        return setRefreshCookie(jrt, await completeLogin(auth, body, clientInfo(request, server)))
      },
      { parse: parsePublicBody, body: SecondStep, cookie: cookieSchema, response: LoginAnswer },
    )
    .post(
      '/refresh_token',
      async ({ request, server, cookie: { jrt } }) => {
        checkOrigin(request.headers, publicUrl)
        limits.refresh.take(clientInfo(request, server).ip)
        return setRefreshCookie(jrt, await refreshLogin(auth, textOf(jrt.value)))
      },
      { cookie: cookieSchema, response: LoginAnswer },
    )
    .delete(
      '/logout',
      async ({ request, cookie: { jrt } }) => {
        checkOrigin(request.headers, publicUrl)
        await logout(auth, textOf(jrt.value))
        jrt.set({ ...attributes, value: '', maxAge: 0 })
        return { ok: true }
      },
      { cookie: cookieSchema, response: Done },
    )
    .post(
      '/setup',
      async ({ body, request, server, cookie: { jrt } }) => {
        checkOrigin(request.headers, publicUrl)
        const client = clientInfo(request, server)
        limits.setup.take(client.ip)
        return setRefreshCookie(jrt, await setUp(auth, body, client))
      },
      { parse: parsePublicBody, body: Setup, cookie: cookieSchema, response: LoginAnswer },
    )
    .get('/me', ({ scope, me }) => meOf(auth, scope.companyId, me.userId), { renewal: true, response: Me })
    .post(
      '/ws-ticket',
      ({ scope: { companyId }, me: { userId }, tokenId, expiresAt }) =>
        auth.tickets.issue({ companyId, userId, tokenId, expiresAt }),
      {
        auth: true,
        response: t.Object({ ticket: t.String() }),
      },
    )
    .use(ownAccountRoutes(auth))
}

const recoveryAnswer = t.Object({ recoveryCodes: t.Array(t.String()) })

/** Routes of the acting person's own account: second factor and logins. */
const ownAccountRoutes = (auth: Authenticator) =>
  new Elysia()
    .use(guard(auth))
    .post(
      '/second-factor',
      async ({ scope, body }) => {
        await reauthenticate(auth.limits, scope, body.password)
        return beginSecondFactor(scope)
      },
      { enrolling: true, body: PasswordProof, response: t.Object({ key: t.String(), uri: t.String() }) },
    )
    .post(
      '/second-factor/confirm',
      async ({ scope, body }) => ({ recoveryCodes: await confirmSecondFactor(scope, body.code) }),
      { enrolling: true, body: FirstCode, response: recoveryAnswer },
    )
    .post(
      '/second-factor/recovery-codes',
      async ({ scope, body }) => {
        await reauthenticateWithCode(auth.limits, scope, body)
        return { recoveryCodes: await renewRecoveryCodes(scope) }
      },
      { auth: true, body: PasswordAndCode, response: recoveryAnswer },
    )
    .post(
      '/second-factor/disable',
      async ({ scope, me, body }) => {
        await reauthenticateWithCode(auth.limits, scope, body)
        await removeSecondFactor(scope, me.userId)
        return { ok: true }
      },
      { auth: true, body: PasswordAndCode, response: Done },
    )
    .get('/sessions', async ({ scope, tokenId }) => ({ sessions: await listLogins(scope, tokenId) }), {
      auth: true,
      response: t.Object({ sessions: t.Array(LoginRow) }),
    })
    .delete('/sessions', async ({ scope, tokenId }) => ({ ended: await endOthers(scope, tokenId) }), {
      auth: true,
      response: t.Object({ ended: t.Number() }),
    })
    .delete(
      '/sessions/:id',
      async ({ scope, params }) => {
        await endLogin(scope, params.id)
        return { id: params.id }
      },
      { auth: true, params: idParams, response: Deleted },
    )
