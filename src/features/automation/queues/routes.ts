import { Elysia, t } from 'elysia'
import { Deleted, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { handOver } from './handover'
import { Handover, Queue, QueueInput, QueueUsers } from './model'
import { createQueue, deleteQueue, getQueue, listQueues, updateQueue } from './service'

export const queueRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/queue' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ queues: await listQueues(scope) }), {
      auth: true,
      detail: documentResponse(t.Object({ queues: t.Array(Queue) })),
    })
    .get('/:id', ({ scope, params }) => getQueue(scope, params.id), {
      auth: true,
      params,
      detail: documentResponse(Queue),
    })
    .post('/', ({ scope, body }) => createQueue(scope, body), {
      can: 'queue:edit',
      body: QueueInput,
      detail: documentResponse(Queue),
    })
    .put('/:id', ({ scope, params, body }) => updateQueue(scope, params.id, body), {
      can: 'queue:edit',
      params,
      body: changeOf(QueueInput),
      detail: documentResponse(Queue),
    })
    .post('/:id/handover', ({ scope, params, body }) => handOver(scope, params.id, body.queueId), {
      can: 'queue:edit',
      params,
      body: Handover,
      detail: documentResponse(QueueUsers),
    })
    .delete('/:id', ({ scope, params }) => deleteQueue(scope, params.id), {
      can: 'queue:edit',
      params,
      detail: documentResponse(Deleted),
    })
