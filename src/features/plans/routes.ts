import { Elysia, t } from 'elysia'
import type { Platform } from '../../core/scope'
import { Plan } from './model'
import { listPublicPlans } from './service'

export const planRoutes = (platform: Platform) =>
  new Elysia({ prefix: '/plans' }).get(
    '/list',
    async () => ({ plans: await listPublicPlans(platform), hasMore: false }),
    { response: t.Object({ plans: t.Array(Plan), hasMore: t.Boolean() }) },
  )
