import { Elysia } from 'elysia'
import { type Auth, guard, idParams as params } from '../../core/http'
import { QueueOptionInput, QueueOptionOrder, QueueOptionPatch, QueueOptionQuery } from './model'
import { createOption, deleteOption, listOptions, orderOptions, updateOption } from './service'

export const queueOptionRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/queue-options' })
    .use(guard(auth))
    .get('/', async ({ scope, query }) => ({ options: await listOptions(scope, query) }), {
      auth: true,
      query: QueueOptionQuery,
    })
    .post('/', ({ scope, body }) => createOption(scope, body), { can: 'queue:edit', body: QueueOptionInput })
    .put('/order', async ({ scope, body }) => ({ options: await orderOptions(scope, body) }), {
      can: 'queue:edit',
      body: QueueOptionOrder,
    })
    .put('/:id', ({ scope, params, body }) => updateOption(scope, params.id, body), {
      can: 'queue:edit',
      params,
      body: QueueOptionPatch,
    })
    .delete('/:id', ({ scope, params }) => deleteOption(scope, params.id), { can: 'queue:edit', params })
