import { Elysia, t } from 'elysia'
import { clientAddress } from '../../../core/http/client-info'
import { Done, documentResponse } from '../../../core/http/documented-response'
import { guard, parsePublicBody } from '../../../core/http/guard'
import type { AuthServices } from '../../accounts/auth/routes'
import { adapters } from './adapters'
import { authenticateNotice, authenticateService } from './authenticate'
import { payByCard } from './card'
import { getPixCharge } from './charge'
import { listWebhookLog } from './log'
import {
  CardInput,
  PaymentConfig,
  PaymentConfigInput,
  PixCharge,
  type ProviderName,
  Subscription,
  SubscriptionInput,
  WebhookLine,
} from './model'
import { getSubscription } from './payer'
import { changeConfig, getConfig, registerAtService, tryService } from './set-up'
import { receiveCardNotification, receiveNotice, receiveNotification } from './webhook'

const renewal = 'invoice:list'

/** Payment of the licence, also after it expired, and the webhook of payment services. */
export const subscriptionRoutes = ({ auth, publicUrl }: AuthServices) => {
  const admitted = new WeakSet<Request>()
  /** Options of a route of a service: `check` runs once per request, before `read` reads the body. */
  const hookOptions = (check: Check, read: ReadBody = parsePublicBody) => {
    const authenticate = async (called: Called) => {
      if (admitted.has(called.request)) return
      const address = clientAddress(called.request, called.server)
      auth.limits.webhook.take(address)
      await check(called.request, address)
      admitted.add(called.request)
    }
    return {
      // Must be an arrow function: Elysia parses the function's source and cannot parse a method's.
      parse: async (called: Called, contentType: string) => {
        await authenticate(called)
        return read(called, contentType)
      },
      transform: authenticate,
      detail: documentResponse(Done),
    }
  }
  const bySecret: Check = ({ url }, address) =>
    authenticateService(auth, URL.parse(url)?.searchParams.get('hmac') ?? '', address)
  const receiveHook = ({ body, request, server }: Called & { body: unknown }) =>
    receiveNotification(auth.platform, body, clientAddress(request, server))
  const cardHookOptions = {
    ...hookOptions(bySecret, readForm),
    query: t.Object({ txid: t.Optional(t.String({ maxLength: 35 })), hmac: t.Optional(t.String({ maxLength: 200 })) }),
  }
  /** Options of the route of a service that signs its calls, or repeats a token in them. */
  const noticeOptions = (name: ProviderName) => {
    const isIgnored = ignores(name)
    return hookOptions(
      async (request, address) =>
        isIgnored(request) ? undefined : authenticateNotice(auth, name, noticeIn(request), address),
      async (called, contentType) => (isIgnored(called.request) ? {} : parsePublicBody(called, contentType)),
    )
  }
  const receiveNoticeOf =
    (name: ProviderName) =>
    ({ body, request, server }: Called & { body: unknown }) =>
      ignores(name)(request)
        ? { ok: true }
        : receiveNotice(auth.platform, name, { ...noticeIn(request), body }, clientAddress(request, server))
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
    .post('/webhook', receiveHook, hookOptions(bySecret))
    .post('/webhook/pix', receiveHook, hookOptions(bySecret))
    .post('/webhook/asaas', receiveNoticeOf('asaas'), noticeOptions('asaas'))
    .post('/webhook/mercado-pago', receiveNoticeOf('mercado-pago'), noticeOptions('mercado-pago'))
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

/** Checks that the service itself calls, before the body is read. */
type Check = (request: Request, address: string) => Promise<unknown>
type ReadBody = (called: Called, contentType: string) => Promise<unknown>

/** Card notifications are sent as a form. */
const readForm: ReadBody = async ({ request }) =>
  Object.fromEntries(new URLSearchParams((await request.text()).slice(0, 1000)))

const ignores = (name: ProviderName) => (request: Request) =>
  adapters[name].notices?.isIgnored?.(noticeIn(request)) ?? false

const noticeIn = ({ headers, url }: Request) => ({
  headers,
  query: URL.parse(url)?.searchParams ?? new URLSearchParams(),
})

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
