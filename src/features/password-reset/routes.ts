import { Elysia } from 'elysia'
import { clientAddress } from '../../core/http/client-info'
import { parsePublicBody } from '../../core/http/guard'
import type { Authenticator } from '../auth/authenticator'
import { Done } from '../openapi/model'
import { forgetPassword } from './forget'
import { PasswordResetInput, ResetCodeInput, ResetCodeSent } from './model'
import { resetByCode } from './reset'

/** The older routes carry all values in the URL; kept for existing clients. */
const detail = { deprecated: true }

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
      { parse: parsePublicBody, params: ResetCodeInput, response: ResetCodeSent, detail },
    )
    .post('/resetpasswords', ({ body, request, server }) => resetByCode(auth, body, clientAddress(request, server)), {
      parse: parsePublicBody,
      body: PasswordResetInput,
      response: Done,
    })
    .post(
      '/resetpasswords/:email/:token/:password',
      ({ params, request, server }) => resetByCode(auth, params, clientAddress(request, server)),
      { parse: parsePublicBody, params: PasswordResetInput, response: Done, detail },
    )
