import { actionHandlers } from './action-handlers'
import type { ControlName } from './control-api'
import { newChatHandlers } from './new-chat-handlers'
import { observationHandlers } from './observation-handlers'
import { phoneHandlers } from './phone-handlers'
import type { Handlers, Simulation } from './simulation'
import { NotFoundError, WaitTimeoutError } from './wait-until'

/** Handler of `/control/*`; returns undefined for other paths. */
export function controlRoutes(simulation: Simulation): (request: Request) => Promise<Response> | undefined {
  const handlers: Handlers = {
    ...phoneHandlers(simulation),
    ...actionHandlers(simulation),
    ...newChatHandlers(simulation),
    ...observationHandlers(simulation),
  }
  return (request) => {
    const [, root, name = '', ...rest] = new URL(request.url).pathname.split('/')
    if (root !== 'control') return undefined
    return answerRequest(simulation, handlers, request, name, rest).catch(errorResponse)
  }
}

async function answerRequest(
  simulation: Simulation,
  handlers: Handlers,
  request: Request,
  name: string,
  rest: string[],
) {
  if (request.method === 'GET' && name === 'media') return answerMedia(simulation, rest)
  if (request.method === 'GET' && name === 'picture') return answerPicture(simulation, rest)
  if (request.method !== 'POST' || !Object.hasOwn(handlers, name)) throw new NotFoundError(`no call POST ${name}`)
  assertSameOriginJson(request)
  const input: unknown = JSON.parse((await request.text()) || '{}')
  const handler = handlers[name as ControlName] as (input: unknown) => unknown
  return Response.json(await handler(input))
}

/** CSRF protection: pages of other sites can neither set this content type nor change their origin. */
function assertSameOriginJson({ headers }: Request) {
  const origin = headers.get('origin')
  const plain = !headers.get('content-type')?.startsWith('application/json')
  if (plain || (origin && URL.parse(origin)?.host !== headers.get('host')))
    throw new Error('only JSON, and only from here')
}

async function answerMedia(simulation: Simulation, [number = '', id = '']: string[]) {
  const name = decodeURIComponent(id)
  const here = simulation.threads.findMedia(number, simulation.phone(number).inbox, name)
  const found = here ?? (await simulation.options.pastMedia?.(number, name))
  if (!found) throw new NotFoundError(`no file ${id}`)
  return fileResponse(found.bytes, found.mimetype)
}

function answerPicture(simulation: Simulation, [number = '']: string[]) {
  const found = simulation.customer(number).picture
  if (!found) throw new NotFoundError(`no picture of ${number}`)
  return fileResponse(found, 'image/png')
}

const fileResponse = (bytes: Uint8Array, type = 'application/octet-stream') =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      // Prevents a document sent by a visitor from running scripts under this origin.
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })

function errorResponse(error: unknown): Response {
  const status = error instanceof WaitTimeoutError ? 408 : error instanceof NotFoundError ? 404 : 400
  const text = error instanceof Error ? error.message : String(error)
  return Response.json({ error: text }, { status })
}
