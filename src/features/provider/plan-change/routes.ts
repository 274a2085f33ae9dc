import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { choosePlan } from './choose'
import { PlanChoice, PlanOffers } from './model'
import { listPlanOffers } from './read'

const renewal = 'invoice:list'

/** Choice of the plan by the company itself, also with an expired licence. */
export const planChangeRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/subscription' })
    .use(guard(auth))
    .get('/plans', ({ scope }) => listPlanOffers(scope, auth.platform), { renewal, response: PlanOffers })
    .put('/plan', ({ scope, body }) => choosePlan(scope, auth.platform, body), {
      renewal,
      body: PlanChoice,
      response: PlanOffers,
    })
