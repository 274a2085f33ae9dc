import { Elysia, t } from 'elysia'
import { checkOrigin, clientInfo } from '../../../core/http/client-info'
import { Deleted, Done } from '../../../core/http/documented-response'
import { guard, parsePublicBody } from '../../../core/http/guard'
import { idParams } from '../../../core/http/schemas'
import type { Viewer } from '../../../core/scope'
import { RequestOptions } from '../passkeys/model'
import { relyingPartyOf } from '../passkeys/relying-party'
import { endLogin, endOthers, listLogins } from '../users/logins'
import { LoginRow } from '../users/model'
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasAuthenticatorApp,
  removeAuthenticatorApp,
  renewRecoveryCodes,
} from '../users/second-factor/second-factor'
import type { Authenticator } from './authenticator'
import { login } from './login/login'
import { beginPasskeyLogin, loginWithPasskey } from './login/login-passkey'
import { completeLogin } from './login/login-second-step'
import { logout } from './login/logout'
import { ownPasskeyRoutes } from './login/passkey-routes'
import { assertFactorRemovable } from './login/second-factor-required'
import { meOf } from './me'
import {
  Credentials,
  FirstCode,
  LoggedOut,
  LoginAnswer,
  Me,
  PasskeyLogin,
  PasskeyLoginStart,
  PasswordAndCode,
  PasswordProof,
  refreshCookieSchema,
  SecondStep,
  Setup,
} from './model'
import { consumeOwnCode, reauthenticate } from './reauthentication'
import { refreshLogin } from './refresh/refresh'
import { refreshCookie } from './refresh/refresh-cookie'
import { setUp } from './setup/setup'

/** Services that the routes of this feature use. */
export interface AuthServices {
  auth: Authenticator
  publicUrl: string
}

export const authRoutes = ({ auth, publicUrl }: AuthServices) => {
  const { limits } = auth
  const { readRefreshCookie, setRefreshCookie, clearRefreshCookie } = refreshCookie(publicUrl)

  return new Elysia({ prefix: '/auth' })
    .use(guard(auth))
    .post(
      '/login',
      async ({ body, request, server, cookie }) => {
        checkOrigin(request.headers, publicUrl)
        return setRefreshCookie(cookie, await login(auth, body, clientInfo(request, server)))
      },
      { parse: parsePublicBody, body: Credentials, cookie: refreshCookieSchema, response: LoginAnswer },
    )
    .post(
      '/login/second-step',
      async ({ body, request, server, cookie }) => {
        checkOrigin(request.headers, publicUrl)
        return setRefreshCookie(cookie, await completeLogin(auth, body, clientInfo(request, server)))
      },
      { parse: parsePublicBody, body: SecondStep, cookie: refreshCookieSchema, response: LoginAnswer },
    )
    .post(
      '/passkey/options',
      ({ body, request, server }) =>
        beginPasskeyLogin(
          auth,
          relyingPartyOf(request.headers, publicUrl),
          body.challenge ?? undefined,
          clientInfo(request, server),
        ),
      {
        parse: parsePublicBody,
        body: PasskeyLoginStart,
        response: t.Object({ state: t.String(), options: RequestOptions }),
      },
    )
    .post(
      '/passkey/login',
      async ({ body, request, server, cookie }) => {
        const rp = relyingPartyOf(request.headers, publicUrl)
        return setRefreshCookie(cookie, await loginWithPasskey(auth, rp, body, clientInfo(request, server)))
      },
      { parse: parsePublicBody, body: PasskeyLogin, cookie: refreshCookieSchema, response: LoginAnswer },
    )
    .post(
      '/refresh_token',
      async ({ request, server, cookie }) => {
        checkOrigin(request.headers, publicUrl)
        limits.refresh.take(clientInfo(request, server).ip)
        return setRefreshCookie(cookie, await refreshLogin(auth, readRefreshCookie(cookie)))
      },
      { cookie: refreshCookieSchema, response: LoginAnswer },
    )
    .delete(
      '/logout',
      async ({ request, cookie }) => {
        checkOrigin(request.headers, publicUrl)
        const presented = { headers: request.headers, cookie: readRefreshCookie(cookie) }
        clearRefreshCookie(cookie)
        return { ok: true, ended: await logout(auth, presented) }
      },
      { cookie: refreshCookieSchema, response: LoggedOut },
    )
    .post(
      '/setup',
      async ({ body, request, server, cookie }) => {
        checkOrigin(request.headers, publicUrl)
        const client = clientInfo(request, server)
        limits.setup.take(client.ip)
        return setRefreshCookie(cookie, await setUp(auth, body, client))
      },
      { parse: parsePublicBody, body: Setup, cookie: refreshCookieSchema, response: LoginAnswer },
    )
    .get('/me', ({ scope: { companyId }, me: { userId }, tokenId }) => meOf(auth, { tokenId, userId, companyId }), {
      renewal: true,
      response: Me,
    })
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
    .use(ownPasskeyRoutes(auth, publicUrl))
}

const recoveryAnswer = t.Object({ recoveryCodes: t.Array(t.String()) })

const ownerOf = ({ userId, name }: Viewer) => ({ id: userId, name })

/** Routes of the acting person's own account: second factor and logins. */
const ownAccountRoutes = (auth: Authenticator) =>
  new Elysia()
    .use(guard(auth))
    .get('/second-factor', async ({ scope }) => ({ app: await hasAuthenticatorApp(scope) }), {
      auth: true,
      response: t.Object({ app: t.Boolean() }),
    })
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
        await reauthenticate(auth.limits, scope, body.password)
        await consumeOwnCode(auth.limits, scope, body.code)
        return { recoveryCodes: await renewRecoveryCodes(scope) }
      },
      { auth: true, body: PasswordAndCode, response: recoveryAnswer },
    )
    .post(
      '/second-factor/disable',
      async ({ scope, me, body }) => {
        await reauthenticate(auth.limits, scope, body.password)
        await assertFactorRemovable(auth, scope, me, 'app')
        await consumeOwnCode(auth.limits, scope, body.code)
        await removeAuthenticatorApp(scope)
        return { ok: true }
      },
      { auth: true, body: PasswordAndCode, response: Done },
    )
    .get('/sessions', async ({ scope, me, tokenId }) => ({ sessions: await listLogins(scope, me.userId, tokenId) }), {
      auth: true,
      response: t.Object({ sessions: t.Array(LoginRow) }),
    })
    .delete('/sessions', async ({ scope, me, tokenId }) => ({ ended: await endOthers(scope, ownerOf(me), tokenId) }), {
      auth: true,
      response: t.Object({ ended: t.Number() }),
    })
    .delete(
      '/sessions/:id',
      async ({ scope, me, params }) => {
        await endLogin(scope, ownerOf(me), params.id)
        return { id: params.id }
      },
      { auth: true, params: idParams, response: Deleted },
    )
