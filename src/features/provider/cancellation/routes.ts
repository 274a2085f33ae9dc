import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { cancelLicence, takeBackCancellation } from './cancel'
import { CancellationInput, CancellationState } from './model'

const can = 'invoice:list'

/** Cancellation by the company. Once the licence has ended, a payment brings it back. */
export const cancellationRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/subscription/cancellation' })
    .use(guard(auth))
    .post('/', ({ scope, body }) => cancelLicence(scope, auth.platform, body.reason), {
      can,
      body: CancellationInput,
      response: CancellationState,
    })
    .delete('/', ({ scope }) => takeBackCancellation(scope, auth.platform), { can, response: CancellationState })
