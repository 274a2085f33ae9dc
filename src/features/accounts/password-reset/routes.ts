import { Elysia, type HTTPHeaders } from 'elysia'
import { clientAddress } from '../../../core/http/client-info'
import { Done } from '../../../core/http/documented-response'
import { parsePublicBody } from '../../../core/http/guard'
import type { Authenticator } from '../auth/authenticator'
import { forgetPassword } from './forget'
import { PasswordResetInput, ResetCodeInput, ResetCodeSent } from './model'
import { resetByCode } from './reset'

/**
 * The older routes carry all values in the URL, which proxies log; kept for existing clients. Each response, also a
 * refusal, has a warning for their authors (RFC 9745, RFC 8288) and is not stored by caches.
 */
const deprecated = (successor: string) => ({
  detail: { deprecated: true },
  transform: ({ set }: { set: { headers: HTTPHeaders } }) => {
    set.headers.deprecation = `@${deprecatedSince}`
    set.headers.link = `</api/${successor}>; rel="successor-version"`
    set.headers.warning = '299 - "E-mail, code and password in an address are logged by proxies; send them in the body"'
    set.headers['cache-control'] = 'no-store'
  },
})
/** Seconds since 1970: 2026-11-20, the first release with the routes that take a body. */
const deprecatedSince = Date.UTC(2026, 10, 20) / 1000

/** Password reset without login; its inputs are never logged. */
export const passwordRoutes = (auth: Authenticator) =>
  new Elysia()
    .post(
      '/forgetpassword',
      ({ body, request, server }) => forgetPassword(auth, body, clientAddress(request, server)),
      { parse: parsePublicBody, body: ResetCodeInput, response: ResetCodeSent },
    )
    .post(
      '/forgetpassword/:email',
      ({ params, request, server }) => forgetPassword(auth, params, clientAddress(request, server)),
      { parse: parsePublicBody, params: ResetCodeInput, response: ResetCodeSent, ...deprecated('forgetpassword') },
    )
    .post('/resetpasswords', ({ body, request, server }) => resetByCode(auth, body, clientAddress(request, server)), {
      parse: parsePublicBody,
      body: PasswordResetInput,
      response: Done,
    })
    .post(
      '/resetpasswords/:email/:token/:password',
      ({ params, request, server }) => resetByCode(auth, params, clientAddress(request, server)),
      { parse: parsePublicBody, params: PasswordResetInput, response: Done, ...deprecated('resetpasswords') },
    )
