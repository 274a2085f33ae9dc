import { Elysia } from 'elysia'
import { maxBytesOf, readBody } from '../../../core/http/body'
import { bodyMemory } from '../../../core/http/body-memory'
import { clientAddress } from '../../../core/http/client-info'
import { documentResponse } from '../../../core/http/documented-response'
import type { Authenticator } from '../../accounts/auth/authenticator'
import { type ApiClient, authenticateClient } from './authenticate'
import { ApiAnswer, ApiFlow, ApiFlowAnswer, ApiHeaders, ApiMessage, ApiOptOut, ApiOptOutAnswer } from './model'
import { optOutByApi } from './opt-out'
import { sendByApi } from './send'
import { startFlowByApi } from './start-flow'

/** Messages API for programs, authenticated by a connection's token. */
export const sendApiRoutes = (auth: Authenticator) => {
  const authenticated = new WeakMap<Request, ApiClient>()
  const authenticateRequest = async ({
    request,
    server,
  }: {
    request: Request
    server: Parameters<typeof clientAddress>[1]
  }) => {
    if (authenticated.has(request)) return
    const authorization = request.headers.get('authorization') ?? ''
    authenticated.set(request, await authenticateClient(auth, authorization, () => clientAddress(request, server)))
  }
  return new Elysia({ prefix: '/messages' })
    .post(
      '/flow',
      ({ request, body, headers }) =>
        startFlowByApi(authenticated.get(request) as ApiClient, body, headers['idempotency-key']),
      {
        parse: async ({ request, server }, contentType: string) => {
          await authenticateRequest({ request, server })
          return readBody(request, contentType)
        },
        transform: authenticateRequest,
        body: ApiFlow,
        headers: ApiHeaders,
        detail: { ...documentResponse(ApiFlowAnswer), security: [{ connectionToken: [] }] },
      },
    )
    .post('/opt-out', ({ request, body }) => optOutByApi(authenticated.get(request) as ApiClient, body), {
      parse: async ({ request, server }, contentType: string) => {
        await authenticateRequest({ request, server })
        return readBody(request, contentType)
      },
      transform: authenticateRequest,
      body: ApiOptOut,
      detail: { ...documentResponse(ApiOptOutAnswer), security: [{ connectionToken: [] }] },
    })
    .post(
      '/send',
      ({ request, body, headers }) =>
        sendByApi(authenticated.get(request) as ApiClient, body, headers['idempotency-key']),
      {
        // Must be an arrow function: Elysia parses the function's source and cannot parse a method's.
        parse: async ({ request, server }, contentType: string) => {
          await authenticateRequest({ request, server }) // before the body is read
          const { scope } = authenticated.get(request) as ApiClient
          bodyMemory.enter(request, scope.companyId, maxBytesOf(request))
          return readBody(request, contentType, scope.companyId)
        },
        transform: authenticateRequest,
        body: ApiMessage,
        headers: ApiHeaders,
        detail: { ...documentResponse(ApiAnswer), security: [{ connectionToken: [] }] },
      },
    )
}
