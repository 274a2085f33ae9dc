import { Elysia, t } from 'elysia'
import type { LoginAnswer, Me } from '../../src/features/auth/model'
import { type Connection, ConnectionInput } from '../../src/features/connections/model'

/**
 * Stand-in for `type App` while the routes of src/app.ts are being written: the same shape, types only (nothing of it
 * is shipped). Swap the import in api.ts and delete this file.
 */
const answer = <T>() => null as T
const id = t.Object({ id: t.Numeric() })

export interface System {
  version: string
  demo: boolean
  setupNeeded: boolean
  signup: boolean
}
export interface Plan {
  id: number
  name: string
  users: number
  connections: number
  queues: number
  /** Cents a month. */
  value: number
}
export interface Queue {
  id: number
  name: string
  color: string
}

const app = new Elysia({ prefix: '/api' })
  .get('/system', () => answer<System>())
  .post('/auth/login', () => answer<LoginAnswer>(), { body: t.Object({ email: t.String(), password: t.String() }) })
  .post('/auth/refresh_token', () => answer<LoginAnswer>())
  .delete('/auth/logout', () => answer<{ ok: true }>())
  .get('/auth/me', () => answer<Me>())
  .post('/auth/ws-ticket', () => answer<{ ticket: string }>())
  .post('/auth/setup', () => answer<LoginAnswer>(), {
    body: t.Object({ token: t.String(), name: t.String(), email: t.String(), password: t.String() }),
  })
  .post('/companies/cadastro', () => answer<{ id: number }>(), {
    body: t.Object({
      name: t.String(),
      email: t.String(),
      phone: t.String(),
      password: t.String(),
      planId: t.Number(),
    }),
  })
  .get('/plans/list', () => answer<{ plans: Plan[] }>())
  .post('/users/set-language/:lang', () => answer<unknown>())
  .get('/queue', () => answer<{ queues: Queue[] }>())
  .get('/whatsapp', () => answer<{ whatsapps: Connection[] }>())
  .post('/whatsapp', () => answer<Connection>(), { body: ConnectionInput })
  .get('/whatsapp/:id', () => answer<Connection>(), { params: id })
  .put('/whatsapp/:id', () => answer<Connection>(), { params: id, body: ConnectionInput })
  .delete('/whatsapp/:id', () => answer<unknown>(), { params: id })
  .post('/whatsappsession/:id', () => answer<Connection>(), { params: id })
  .put('/whatsappsession/:id', () => answer<Connection>(), { params: id })
  .delete('/whatsappsession/:id', () => answer<Connection>(), { params: id })
  .post('/whatsappsession/:id/pair', () => answer<{ pairingCode: string }>(), {
    params: id,
    body: t.Object({ number: t.String() }),
  })

export type App = typeof app
