import type { AnyElysia } from 'elysia'
import { websocket } from 'elysia/ws'
import { activities } from '../process/activities'
import { workMarks } from '../process/work-marks'
import { clientAddress } from './client-info'
import type { Hub } from './hub'
import { rateLimited } from './rate-limited'
import { requestCounts } from './request-counts'
import { clientTurns } from './request-turns'

type Options = Pick<Bun.Serve.Options<unknown>, 'port' | 'hostname' | 'idleTimeout' | 'maxRequestBodySize' | 'routes'>

/**
 * Listens with Elysia's router for all paths. Elysia's own `listen` builds a second table, for Bun's router, twice, and
 * collects garbage three times before the first answer: 15 ms of the start (measured). @throws Bun's error for a taken
 * port or an address that is not this machine's
 *
 * @param hub publishes its events through this server
 */
export function startHttpServer(app: AnyElysia, hub: Hub, options: Options): Bun.Server<unknown> {
  requestCounts.nameClasses(app.routes)
  const server = Bun.serve({
    ...options,
    // Elysia's default is true, with which a second process would silently share the port.
    reusePort: false,
    // Bundles and reloads the interface; only the server from sources passes routes.
    development: options.routes !== undefined,
    websocket: { ...app.config.websocket, ...websocket },
    fetch: registered(inTurn(app.fetch)),
  } as Bun.Serve.Options<unknown>)
  app.server = server // read by Elysia for upgrades and by routes for the client's address
  // Without compression, which does not pay for small frames.
  hub.broadcast = (topic, frame) => void server.publish(topic, frame, false)
  return server
}

type Fetch = (request: Request, server: Bun.Server<unknown>) => Response | Promise<Response>

/**
 * Delays requests of a crowded turn of the event loop. Bun answers the requests that one connection pipelines in one
 * turn, as long as each response is made at once: 200,000 small ones stopped all others for four seconds. A connection
 * that pipelines a further request while a response is delayed is closed by Bun.
 */
function inTurn(fetch: (request: Request) => Response | Promise<Response>): Fetch {
  return (request, server) => {
    if (clientTurns.mayBegin()) return fetch(request)
    // The end of an access token: no two are equal.
    const token = request.headers.get('authorization')?.slice(-50) ?? ''
    return clientTurns.wait(clientAddress(request, server), token).then(() => fetch(request), refuseCrowded)
  }
}

function refuseCrowded(): Response {
  rateLimited.count()
  return new Response(null, { status: 429, headers: { 'retry-after': '1' } })
}

/** Registers each request as an activity until its response is made, and counts it. */
function registered(fetch: Fetch): Fetch {
  return (request, server) => {
    workMarks.beginPass()
    workMarks.mark(undefined)
    const [end, start] = [activities.begin(`${request.method} ${request.url}`), performance.now()]
    const finish = (response?: Response) => {
      end()
      requestCounts.count(request.url, response?.status ?? 0, performance.now() - start)
    }
    const response = fetch(request, server)
    if (response instanceof Promise) void response.then(finish, () => finish())
    else finish(response)
    return response
  }
}
