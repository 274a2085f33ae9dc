import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { ColdLane, ColdLaneInput } from './model'
import { changeLane, listLanes } from './service'

/** Pace of the campaign messages of each number. */
export const coldLaneRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/campaign-lanes' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ lanes: await listLanes(scope) }), {
      can: 'campaign:view',
      plan: 'useCampaigns',
      response: t.Object({ lanes: t.Array(ColdLane) }),
    })
    .put('/:id', ({ scope, params, body }) => changeLane(scope, params.id, body), {
      can: 'campaign:edit',
      plan: 'useCampaigns',
      params,
      body: ColdLaneInput,
      response: ColdLane,
    })
