import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../core/http/guard'
import { atLeastOneField, idParams as params } from '../../core/http/schemas'
import { answers, Deleted } from '../openapi/model'
import { handOver } from './handover'
import { Handover, Queue, QueueInput, QueueUsers } from './model'
import { createQueue, deleteQueue, getQueue, listQueues, updateQueue } from './service'

export const queueRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/queue' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ queues: await listQueues(scope) }), {
      auth: true,
      detail: answers(t.Object({ queues: t.Array(Queue) })),
    })
    .get('/:id', ({ scope, params }) => getQueue(scope, params.id), { auth: true, params, detail: answers(Queue) })
    .post('/', ({ scope, body }) => createQueue(scope, body), {
      can: 'queue:edit',
      body: QueueInput,
      detail: answers(Queue),
    })
    .put('/:id', ({ scope, params, body }) => updateQueue(scope, params.id, body), {
      can: 'queue:edit',
      params,
      body: t.Partial(QueueInput, atLeastOneField),
      detail: answers(Queue),
    })
    .post('/:id/handover', ({ scope, params, body }) => handOver(scope, params.id, body.queueId), {
      can: 'queue:edit',
      params,
      body: Handover,
      detail: answers(QueueUsers),
    })
    .delete('/:id', ({ scope, params }) => deleteQueue(scope, params.id), {
      can: 'queue:edit',
      params,
      detail: answers(Deleted),
    })
