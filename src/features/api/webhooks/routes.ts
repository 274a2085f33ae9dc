import { Elysia, t } from 'elysia'
import { Deleted } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { getDelivery } from '../../platform/deliveries/log'
import { DeliveryTexts, SentAgain } from '../../platform/deliveries/model'
import { deliveryRoutes } from '../../platform/deliveries/routes'
import { sendAgain } from '../../platform/deliveries/send-again'
import { SavedWebhook, Webhook, WebhookInput } from './model'
import { getWebhook, listWebhooks, webhookReceivers } from './read'
import { createWebhook, deleteWebhook, rotateSecret, sendTest, updateWebhook } from './service'

const access = { can: 'integration:edit', plan: 'useIntegrations' } as const

export const webhookRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/webhooks' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ webhooks: await listWebhooks(scope) }), {
      ...access,
      response: t.Object({ webhooks: t.Array(Webhook) }),
    })
    .get('/:id', ({ scope, params }) => getWebhook(scope, params.id), { ...access, params, response: Webhook })
    .post('/', ({ scope, body }) => createWebhook(scope, body), {
      ...access,
      lasting: true,
      body: WebhookInput,
      response: SavedWebhook,
    })
    .put('/:id', ({ scope, params, body }) => updateWebhook(scope, params.id, body), {
      ...access,
      lasting: true,
      params,
      body: changeOf(WebhookInput),
      response: Webhook,
    })
    .delete('/:id', ({ scope, params }) => deleteWebhook(scope, params.id), { ...access, params, response: Deleted })
    .post('/:id/secret', ({ scope, params }) => rotateSecret(scope, params.id), {
      ...access,
      lasting: true,
      params,
      response: SavedWebhook,
    })
    .post('/:id/test', ({ scope, params }) => sendTest(scope, params.id), {
      ...access,
      params,
      response: t.Object({ id: t.Number() }),
    })
    .use(deliveryRoutes(auth, webhookReceivers))
    .get('/deliveries/:id', ({ scope, params }) => getDelivery(scope, params.id), {
      ...access,
      params,
      response: DeliveryTexts,
    })
    .post('/deliveries/:id/send', ({ scope, params }) => sendAgain(scope, params.id), {
      ...access,
      params,
      response: SentAgain,
    })
