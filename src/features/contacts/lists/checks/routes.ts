import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { LastNumberCheck, NumberCheck, NumberCheckInput } from './model'
import { readLastCheck } from './read'
import { cancelCheck, startCheck } from './service'

const access = { can: 'campaign:edit', plan: 'useCampaigns' } as const

/** Checks of lists' numbers on WhatsApp. */
export const numberCheckRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/contact-lists/:id/check', ({ scope, params }) => readLastCheck(scope, params.id), {
      ...access,
      params,
      response: LastNumberCheck,
    })
    .post('/contact-lists/:id/check', ({ scope, params, body }) => startCheck(scope, params.id, body), {
      ...access,
      params,
      body: NumberCheckInput,
      response: NumberCheck,
    })
    .post('/number-checks/:id/cancel', ({ scope, params }) => cancelCheck(scope, params.id), {
      ...access,
      params,
      response: NumberCheck,
    })
