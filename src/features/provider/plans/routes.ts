import { Elysia, t } from 'elysia'
import { Deleted } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { FullPlan, NewPlan, Plan, PlanChange } from './model'
import { createPlan, deletePlan, getPlan, listPlans, updatePlan } from './provider'
import { listPublicPlans } from './service'

export const planRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/plans' })
    .use(guard(auth))
    .get('/list', async () => ({ plans: await listPublicPlans(auth.platform), hasMore: false }), {
      response: t.Object({ plans: t.Array(Plan), hasMore: t.Boolean() }),
    })
    .get('/all', async ({ platform }) => ({ plans: await listPlans(platform), hasMore: false }), {
      super: true,
      response: t.Object({ plans: t.Array(FullPlan), hasMore: t.Boolean() }),
    })
    .post('/', ({ scope, platform, body }) => createPlan(scope, platform, body), {
      super: true,
      body: NewPlan,
      response: FullPlan,
    })
    .get('/:id', ({ platform, params }) => getPlan(platform, params.id), { super: true, params, response: FullPlan })
    .put('/:id', ({ scope, platform, params, body }) => updatePlan(scope, platform, params.id, body), {
      super: true,
      params,
      body: PlanChange,
      response: FullPlan,
    })
    .delete('/:id', ({ scope, platform, params }) => deletePlan(scope, platform, params.id), {
      super: true,
      params,
      response: Deleted,
    })
