import { Elysia } from 'elysia'
import { maxBytesOf, readBody } from '../../../core/http/body'
import { bodyMemory } from '../../../core/http/body-memory'
import { clientAddress } from '../../../core/http/client-info'
import { documentResponse } from '../../../core/http/documented-response'
import { idParams as params } from '../../../core/http/schemas'
import type { Authenticator } from '../../accounts/auth/authenticator'
import { type ApiClient, authenticateClient } from './authenticate'
import {
  ApiAnswer,
  ApiFlow,
  ApiFlowAnswer,
  ApiHeaders,
  ApiMessage,
  ApiOptOut,
  ApiOptOutAnswer,
  Replies,
  RepliesQuery,
  SentMessage,
} from './model'
import { optOutByApi } from './opt-out'
import { sendByApi } from './send'
import { getSent, listReplies } from './sent'
import { startFlowByApi } from './start-flow'

interface RequestContext {
  request: Request
  server: Parameters<typeof clientAddress>[1]
  route: string
  set: { headers: Record<string, string | number> }
}

const security: Record<string, string[]>[] = [{ apiKey: [] }, { connectionToken: [] }]

/** Messages API for programs, authenticated by an API key or a connection's token. */
export const sendApiRoutes = (auth: Authenticator) => {
  const authenticated = new WeakMap<Request, ApiClient>()
  const clientOf = (request: Request) => authenticated.get(request) as ApiClient
  const authenticateRequest = async ({ request, server, route, set }: RequestContext) => {
    if (authenticated.has(request)) return
    const client = await authenticateClient(auth, {
      ...{ method: request.method, route, authorization: request.headers.get('authorization') ?? '' },
      address: () => clientAddress(request, server),
      onRate({ limit, remaining, reset }) {
        Object.assign(set.headers, { 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}` })
        set.headers['ratelimit-reset'] = `${reset}`
      },
    })
    authenticated.set(request, client)
  }
  return new Elysia({ prefix: '/messages' })
    .post(
      '/flow',
      ({ request, body, headers }) => startFlowByApi(clientOf(request), body, headers['idempotency-key']),
      {
        parse: async ({ request, server, route, set }, contentType: string) => {
          await authenticateRequest({ request, server, route, set } as RequestContext)
          return readBody(request, contentType)
        },
        transform: authenticateRequest as never,
        body: ApiFlow,
        headers: ApiHeaders,
        detail: { ...documentResponse(ApiFlowAnswer), security },
      },
    )
    .post('/opt-out', ({ request, body }) => optOutByApi(clientOf(request), body), {
      parse: async ({ request, server, route, set }, contentType: string) => {
        await authenticateRequest({ request, server, route, set } as RequestContext)
        return readBody(request, contentType)
      },
      transform: authenticateRequest as never,
      body: ApiOptOut,
      detail: { ...documentResponse(ApiOptOutAnswer), security },
    })
    .post('/send', ({ request, body, headers }) => sendByApi(clientOf(request), body, headers['idempotency-key']), {
      // Must be an arrow function: Elysia parses the function's source and cannot parse a method's.
      parse: async ({ request, server, route, set }, contentType: string) => {
        await authenticateRequest({ request, server, route, set } as RequestContext) // before the body is read
        bodyMemory.enter(request, clientOf(request).scope.companyId, maxBytesOf(request))
        return readBody(request, contentType, clientOf(request).scope.companyId)
      },
      transform: authenticateRequest as never,
      body: ApiMessage,
      headers: ApiHeaders,
      detail: { ...documentResponse(ApiAnswer), security },
    })
    .get('/sent/:id', ({ request, params }) => getSent(clientOf(request), params.id), {
      transform: authenticateRequest as never,
      params,
      detail: { ...documentResponse(SentMessage), security },
    })
    .get('/sent/:id/replies', ({ request, params, query }) => listReplies(clientOf(request), params.id, query), {
      transform: authenticateRequest as never,
      params,
      query: RepliesQuery,
      detail: { ...documentResponse(Replies), security: [{ apiKey: [] }] },
    })
}
