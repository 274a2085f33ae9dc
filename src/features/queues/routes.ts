import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params, something } from '../../core/http'
import { handOver } from './handover'
import { Handover, QueueInput } from './model'
import { createQueue, deleteQueue, getQueue, listQueues, updateQueue } from './service'

export const queueRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/queue' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ queues: await listQueues(scope) }), { auth: true })
    .get('/:id', ({ scope, params }) => getQueue(scope, params.id), { auth: true, params })
    .post('/', ({ scope, body }) => createQueue(scope, body), { can: 'queue:edit', body: QueueInput })
    .put('/:id', ({ scope, params, body }) => updateQueue(scope, params.id, body), {
      can: 'queue:edit',
      params,
      body: t.Partial(QueueInput, something),
    })
    .post('/:id/handover', ({ scope, params, body }) => handOver(scope, params.id, body.queueId), {
      can: 'queue:edit',
      params,
      body: Handover,
    })
    .delete('/:id', ({ scope, params }) => deleteQueue(scope, params.id), { can: 'queue:edit', params })
