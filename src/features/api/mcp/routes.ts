import { Elysia, t } from 'elysia'
import { maxBytesOf, readBody } from '../../../core/http/body'
import { bodyMemory } from '../../../core/http/body-memory'
import { checkOrigin, clientAddress } from '../../../core/http/client-info'
import { requestTurns } from '../../../core/http/request-turns'
import { AppError } from '../../../shared/errors'
import type { Authenticator } from '../../accounts/auth/authenticator'
import { authenticateProgram } from './authenticate'
import { serveMcp } from './serve'
import type { ToolCaller } from './tool'

interface RequestContext {
  request: Request
  server: Parameters<typeof clientAddress>[1]
}

const security: Record<string, string[]>[] = [{ apiKey: [] }]
const responses = (schema: object) => ({ 200: { description: 'Done', content: { 'application/json': { schema } } } })

/** One message of the protocol; its fields are checked by the SDK. */
const Rpc = t.Object({
  jsonrpc: t.Literal('2.0'),
  id: t.Optional(t.Union([t.String(), t.Number()])),
  method: t.Optional(t.String()),
  params: t.Optional(t.Unknown()),
  result: t.Optional(t.Unknown()),
  error: t.Optional(t.Unknown()),
})

/**
 * MCP server (docs/mcp.md): streamable HTTP without sessions, where each POST has one message and its answer. GET and
 * DELETE, which open streams and end sessions, answer 405 as the protocol asks of such a server.
 */
export const mcpRoutes = (auth: Authenticator, version: string) => {
  const authenticated = new WeakMap<Request, ToolCaller>()
  const authenticateRequest = async ({ request, server }: RequestContext) => {
    if (authenticated.has(request)) return
    checkOrigin(request.headers, auth.platform.ports.publicUrl)
    const address = () => clientAddress(request, server)
    const caller = await authenticateProgram(auth, request.headers, address)
    await requestTurns.enter(caller.scope.companyId)
    authenticated.set(request, caller)
  }
  return new Elysia({ prefix: '/mcp' })
    .post('/', ({ request, body }) => serveMcp(authenticated.get(request) as ToolCaller, version, request, body), {
      // Must be an arrow function: Elysia parses the function's source and cannot parse a method's.
      parse: async ({ request, server }, contentType: string) => {
        await authenticateRequest({ request, server } as RequestContext) // before the body is read
        const { companyId } = (authenticated.get(request) as ToolCaller).scope
        bodyMemory.enter(request, companyId, maxBytesOf(request))
        return readBody(request, contentType, companyId)
      },
      transform: authenticateRequest as never,
      body: Rpc,
      detail: { responses: responses(Rpc), security },
    })
    .get('/', refuseStream, { detail: { responses: responses(t.Null()), security } })
    .delete('/', refuseStream, { detail: { responses: responses(t.Null()), security } })
}

function refuseStream({ set }: { set: { headers: Record<string, string | number> } }): null {
  set.headers.allow = 'POST'
  throw new AppError('ERR_METHOD')
}
