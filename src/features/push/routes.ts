import { Elysia } from 'elysia'
import { guard } from '../../core/http'
import type { Callers } from '../auth/callers'
import { SubscriptionInput } from './model'
import { pushKey, subscribe, testPush, unsubscribe } from './service'

export const pushRoutes = (auth: Callers) =>
  new Elysia({ prefix: '/push' })
    .use(guard(auth))
    .get('/key', ({ scope }) => pushKey(scope), { auth: true })
    .put('/subscription', ({ scope, tokenId, body }) => subscribe(scope, auth.platform, tokenId, body), {
      auth: true,
      body: SubscriptionInput,
    })
    .delete('/subscription', ({ scope, tokenId }) => unsubscribe(scope, tokenId), { auth: true })
    .post('/test', ({ scope, tokenId }) => testPush(scope, tokenId), { auth: true })
