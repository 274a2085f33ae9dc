import { Elysia } from 'elysia'
import { type Auth, errors } from './core/http'
import type { Hub } from './core/realtime'
import type { Ports } from './core/scope'

/** What the routes need of the process; made by `main.ts`, and by the tests. */
export interface Services {
  ports: Ports
  hub: Hub
  auth: Auth
  publicUrl: string
  version: string
  /** True in `balcao demo`: the interface says on every screen that nothing leaves the machine. */
  demo: boolean
}

/** CONTRACT 1, HTTP: every feature's routes. */
export const createApp = (_services: Services) => new Elysia({ prefix: '/api' }).use(errors)

/** The interface imports this type and nothing else from the server's routes. */
export type App = ReturnType<typeof createApp>
