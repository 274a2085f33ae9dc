import { Elysia, t } from 'elysia'
import { Deleted, documentResponse } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { QueueOption, QueueOptionInput, QueueOptionOrder, QueueOptionPatch, QueueOptionQuery } from './model'
import { createOption, deleteOption, listOptions, orderOptions, updateOption } from './service'

const Options = t.Object({ options: t.Array(QueueOption) })

export const queueOptionRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/queue-options' })
    .use(guard(auth))
    .get('/', async ({ scope, query }) => ({ options: await listOptions(scope, query) }), {
      auth: true,
      query: QueueOptionQuery,
      detail: documentResponse(Options),
    })
    .post('/', ({ scope, body }) => createOption(scope, body), {
      can: 'queue:edit',
      body: QueueOptionInput,
      detail: documentResponse(QueueOption),
    })
    .put('/order', async ({ scope, body }) => ({ options: await orderOptions(scope, body) }), {
      can: 'queue:edit',
      body: QueueOptionOrder,
      detail: documentResponse(Options),
    })
    .put('/:id', ({ scope, params, body }) => updateOption(scope, params.id, body), {
      can: 'queue:edit',
      params,
      body: QueueOptionPatch,
      detail: documentResponse(QueueOption),
    })
    .delete('/:id', ({ scope, params }) => deleteOption(scope, params.id), {
      can: 'queue:edit',
      params,
      detail: documentResponse(Deleted),
    })
