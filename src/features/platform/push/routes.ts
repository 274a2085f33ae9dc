import { Elysia, t } from 'elysia'
import { Done, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { SubscriptionInput } from './model'
import { deleteSubscription, enqueueTestPush, pushKey, saveSubscription } from './service'

export const pushRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/push' })
    .use(guard(auth))
    .get('/key', ({ scope }) => pushKey(scope), { auth: true, detail: documentResponse(t.Object({ key: t.String() })) })
    .put('/subscription', ({ scope, tokenId, body }) => saveSubscription(scope, auth.platform, tokenId, body), {
      auth: true,
      body: SubscriptionInput,
      detail: documentResponse(t.Object({ muted: t.Boolean() })),
    })
    .delete('/subscription', ({ scope, tokenId }) => deleteSubscription(scope, tokenId), {
      auth: true,
      detail: documentResponse(Done),
    })
    .post('/test', ({ scope, tokenId }) => enqueueTestPush(scope, tokenId), {
      auth: true,
      detail: documentResponse(t.Object({ sent: t.Number() })),
    })
