import { Elysia } from 'elysia'
import { readBody } from '../../core/http/body'
import { clientAddress } from '../../core/http/client-info'
import type { Authenticator } from '../auth/authenticator'
import { documentResponse } from '../openapi/model'
import { type ApiClient, authenticateClient } from './authenticate'
import { LargeForms } from './large-forms'
import { ApiAnswer, ApiFlow, ApiFlowAnswer, ApiHeaders, ApiMessage } from './model'
import { sendByApi } from './send'
import { startFlowByApi } from './start-flow'

/** Messages API for programs, authenticated by a connection's token. */
export const sendApiRoutes = (auth: Authenticator) => {
  const authenticated = new WeakMap<Request, ApiClient>()
  const large = new LargeForms()
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
    .post('/flow', ({ request, body }) => startFlowByApi(authenticated.get(request) as ApiClient, body), {
      parse: async ({ request, server }, contentType: string) => {
        await authenticateRequest({ request, server })
        return readBody(request, contentType)
      },
      transform: authenticateRequest,
      body: ApiFlow,
      detail: { ...documentResponse(ApiFlowAnswer), security: [{ connectionToken: [] }] },
    })
    .post(
      '/send',
      ({ request, body, headers }) =>
        sendByApi(authenticated.get(request) as ApiClient, body, headers['idempotency-key']),
      {
        // Must be an arrow function: Elysia parses the function's source and cannot parse a method's.
        parse: async ({ request, server }, contentType: string) => {
          await authenticateRequest({ request, server }) // before the body is read
          large.enter(request)
          return readBody(request, contentType)
        },
        // Runs after success and failure; `onError` handlers of this plugin do not run when another one has responded.
        afterResponse: ({ request }) => large.leave(request),
        transform: authenticateRequest,
        body: ApiMessage,
        headers: ApiHeaders,
        detail: { ...documentResponse(ApiAnswer), security: [{ connectionToken: [] }] },
      },
    )
}
