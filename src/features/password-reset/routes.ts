import { Elysia } from 'elysia'
import { clientAddress } from '../../core/http/client-info'
import { plainly } from '../../core/http/http'
import type { Authenticator } from '../auth/authenticator'
import { Done } from '../openapi/model'
import { forgetPassword } from './forget'
import { Forget, Forgotten, Reset } from './model'
import { resetByCode } from './reset'

/** Of the older forms, which carry everything in the address: they answer, and nobody should begin to use them. */
const detail = { deprecated: true }

/** For people who cannot sign in; nothing of what comes in here is ever logged. */
export const passwordRoutes = (auth: Authenticator) =>
  new Elysia()
    .post(
      '/forgetpassword',
      ({ body, request, server }) => forgetPassword(auth, body, clientAddress(request, server)),
      { parse: plainly, body: Forget, response: Forgotten },
    )
    .post(
      '/forgetpassword/:email',
      ({ params, request, server }) => forgetPassword(auth, params, clientAddress(request, server)),
      { parse: plainly, params: Forget, response: Forgotten, detail },
    )
    .post('/resetpasswords', ({ body, request, server }) => resetByCode(auth, body, clientAddress(request, server)), {
      parse: plainly,
      body: Reset,
      response: Done,
    })
    .post(
      '/resetpasswords/:email/:token/:password',
      ({ params, request, server }) => resetByCode(auth, params, clientAddress(request, server)),
      { parse: plainly, params: Reset, response: Done, detail },
    )
