import { type Cookie, Elysia, t } from 'elysia'
import { guard, plainly } from '../../core/http'
import { checkOrigin, visitorOf } from '../../core/visitor'
import type { Callers } from './callers'
import { login, logout, refreshSeconds, type SignedIn } from './login'
import { meOf } from './me'
import { Credentials, LoginAnswer, Me, Setup } from './model'
import { refreshLogin } from './refresh'
import { setUp } from './setup'

/** What signing in needs of the process. */
export interface AuthServices {
  auth: Callers
  publicUrl: string
}

/** The refresh token's cookie (decisions.md, Wire): no script reads it, no other site's form carries it. */
const cookieName = 'jrt'
/** Whatever it holds: a cookie that is not one of ours is a refused refresh (401), and not a mistake in a form (422). */
const jar = t.Cookie({ [cookieName]: t.Optional(t.Unknown()) })
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const authRoutes = ({ auth, publicUrl }: AuthServices) => {
  const { limits } = auth
  const attributes = {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/api/auth',
  } as const
  const handOut = (cookie: Cookie<unknown>, { body, refresh }: SignedIn) => {
    cookie.set({ ...attributes, value: refresh, maxAge: refreshSeconds })
    return body
  }

  return new Elysia({ prefix: '/auth' })
    .use(guard(auth))
    .post(
      '/login',
      async ({ body, request, server, cookie: { jrt } }) => {
        checkOrigin(request.headers, publicUrl)
        return handOut(jrt, await login(auth, body, visitorOf(request, server)))
      },
      { parse: plainly, body: Credentials, cookie: jar, response: LoginAnswer },
    )
    .post(
      '/refresh_token',
      async ({ request, server, cookie: { jrt } }) => {
        checkOrigin(request.headers, publicUrl)
        limits.refresh.take(visitorOf(request, server).ip)
        return handOut(jrt, await refreshLogin(auth, textOf(jrt.value)))
      },
      { cookie: jar, response: LoginAnswer },
    )
    .delete(
      '/logout',
      async ({ request, cookie: { jrt } }) => {
        checkOrigin(request.headers, publicUrl)
        await logout(auth, textOf(jrt.value))
        jrt.set({ ...attributes, value: '', maxAge: 0 })
        return { ok: true }
      },
      { cookie: jar, response: t.Object({ ok: t.Boolean() }) },
    )
    .post(
      '/setup',
      async ({ body, request, server, cookie: { jrt } }) => {
        checkOrigin(request.headers, publicUrl)
        const visitor = visitorOf(request, server)
        limits.setup.take(visitor.ip)
        return handOut(jrt, await setUp(auth, body, visitor))
      },
      { parse: plainly, body: Setup, cookie: jar, response: LoginAnswer },
    )
    .get('/me', ({ scope, me }) => meOf(auth.platform, scope.companyId, me.userId), { renewal: true, response: Me })
    .post(
      '/ws-ticket',
      ({ scope: { companyId }, me: { userId }, tokenId, issuedAt, expiresAt }) =>
        auth.tickets.issue({ companyId, userId, tokenId, issuedAt, expiresAt }),
      {
        auth: true,
        response: t.Object({ ticket: t.String() }),
      },
    )
}
