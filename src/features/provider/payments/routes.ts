import { Elysia, t } from 'elysia'
import { clientAddress } from '../../../core/http/client-info'
import { Done, documentResponse } from '../../../core/http/documented-response'
import { guard, parsePublicBody } from '../../../core/http/guard'
import type { AuthServices } from '../../accounts/auth/routes'
import { payByCard } from './card'
import { getPixCharge } from './charge'
import { listWebhookLog } from './log'
import {
  CardInput,
  PaymentConfig,
  PaymentConfigInput,
  PixCharge,
  Subscription,
  SubscriptionInput,
  WebhookLine,
} from './model'
import { getSubscription } from './payer'
import { changeConfig, getConfig, registerAtService, tryService } from './set-up'
import { authenticateService, receiveCardNotification, receiveNotification } from './webhook'

const renewal = 'invoice:list'

/** Payment of the licence, also after it expired, and the webhook of payment services. */
export const subscriptionRoutes = ({ auth, publicUrl }: AuthServices) => {
  const admitted = new WeakSet<Request>()
  /** Checks the secret once per request, before the body is read. */
  const authenticate = async ({ request, server }: Called) => {
    if (admitted.has(request)) return
    const address = clientAddress(request, server)
    auth.limits.webhook.take(address)
    await authenticateService(auth, URL.parse(request.url)?.searchParams.get('hmac') ?? '', address)
    admitted.add(request)
  }
  const hookOptions = () => ({
    // Must be an arrow function: Elysia parses the function's source and cannot parse a method's.
    parse: async (called: Called, contentType: string) => {
      await authenticate(called)
      return parsePublicBody(called, contentType)
    },
    transform: authenticate,
    detail: documentResponse(Done),
  })
  const receiveHook = ({ body, request, server }: Called & { body: unknown }) =>
    receiveNotification(auth.platform, body, clientAddress(request, server))
  /** Card notifications are sent as a form. */
  const cardHookOptions = {
    ...hookOptions(),
    // Must be an arrow function: Elysia parses the function's source and cannot parse a method's.
    parse: async (called: Called) => {
      await authenticate(called)
      return Object.fromEntries(new URLSearchParams((await called.request.text()).slice(0, 1000)))
    },
    query: t.Object({ txid: t.Optional(t.String({ maxLength: 35 })), hmac: t.Optional(t.String({ maxLength: 200 })) }),
  }
  return new Elysia({ prefix: '/subscription' })
    .use(guard(auth))
    .get('/', ({ scope }) => getSubscription(scope, auth.platform), { renewal, response: Subscription })
    .post('/', ({ scope, body }) => getPixCharge(scope, body), {
      renewal,
      body: SubscriptionInput,
      response: PixCharge,
    })
    .post('/card', ({ scope, body }) => payByCard(scope, auth.platform, body, publicUrl), {
      renewal,
      body: CardInput,
      response: t.Object({ paid: t.Boolean() }),
    })
    .post('/webhook', receiveHook, hookOptions())
    .post('/webhook/pix', receiveHook, hookOptions())
    .post(
      '/webhook/card',
      ({ body, query, request, server }) =>
        receiveCardNotification(auth.platform, query.txid ?? '', body, clientAddress(request, server)),
      cardHookOptions,
    )
}

interface Called {
  request: Request
  server: Parameters<typeof clientAddress>[1]
}

/** Payment settings of the installation, for the super user. */
export const paymentRoutes = ({ auth, publicUrl }: AuthServices) =>
  new Elysia({ prefix: '/payments' })
    .use(guard(auth))
    .get('/config', ({ platform }) => getConfig(platform, publicUrl), { super: true, response: PaymentConfig })
    .put('/config', ({ scope, body }) => changeConfig(scope, body, publicUrl), {
      super: true,
      body: PaymentConfigInput,
      response: PaymentConfig,
    })
    .post('/test', ({ platform }) => tryService(platform), { super: true, detail: documentResponse(Done) })
    .post('/webhook', ({ scope }) => registerAtService(scope, publicUrl), {
      super: true,
      detail: documentResponse(Done),
    })
    .get('/log', async ({ platform }) => ({ lines: await listWebhookLog(platform) }), {
      super: true,
      response: t.Object({ lines: t.Array(WebhookLine) }),
    })
