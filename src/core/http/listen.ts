import type { AnyElysia } from 'elysia'
import { websocket } from 'elysia/ws'

type Options = Pick<Bun.Serve.Options<unknown>, 'port' | 'hostname' | 'idleTimeout' | 'maxRequestBodySize' | 'routes'>

/**
 * Listens with Elysia's router for all paths. Elysia's own `listen` builds a second table, for Bun's router, twice, and
 * collects garbage three times before the first answer: 15 ms of the start (measured). @throws Bun's error for a taken
 * port or an address that is not this machine's
 */
export function startHttpServer(app: AnyElysia, options: Options): Bun.Server<unknown> {
  const server = Bun.serve({
    ...options,
    // Otherwise a second process would silently share the port (libraries.md B5).
    reusePort: false,
    // Bundles and reloads the interface; only the server from sources passes routes.
    development: options.routes !== undefined,
    websocket: { ...app.config.websocket, ...websocket },
    fetch: app.fetch,
  } as Bun.Serve.Options<unknown>)
  app.server = server // read by Elysia for upgrades and by routes for the client's address
  return server
}
