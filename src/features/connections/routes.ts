import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params, something } from '../../core/http'
import { deleteConnection } from './delete'
import { listHealth } from './health'
import { ConnectionInput } from './model'
import { createConnection, getConnection, listConnections, updateConnection } from './service'
import { endSession, pairSession, renewSession, startSession } from './sessions'
import { revealToken, rotateToken } from './token'

const phone = t.Object({ number: t.String({ minLength: 8, maxLength: 50 }) })

export const connectionRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/whatsapp', async ({ scope }) => ({ whatsapps: await listConnections(scope) }), { can: 'connection:list' })
    .get('/whatsapp/health', async ({ scope }) => ({ health: await listHealth(scope) }), { can: 'connection:edit' })
    .get('/whatsapp/:id', ({ scope, params }) => getConnection(scope, params.id), { can: 'connection:list', params })
    .post('/whatsapp', ({ scope, body }) => createConnection(scope, body), {
      can: 'connection:edit',
      body: ConnectionInput,
    })
    .put('/whatsapp/:id', ({ scope, params, body }) => updateConnection(scope, params.id, body), {
      can: 'connection:edit',
      params,
      body: t.Partial(ConnectionInput, something),
    })
    .delete('/whatsapp/:id', ({ scope, params }) => deleteConnection(scope, params.id), {
      can: 'connection:edit',
      params,
    })
    .get('/whatsapp/:id/token', ({ scope, params }) => revealToken(scope, params.id), {
      can: 'connection:edit',
      params,
    })
    .post('/whatsapp/:id/token', ({ scope, params }) => rotateToken(scope, params.id), {
      can: 'connection:edit',
      params,
    })
    .post('/whatsappsession/:id', ({ scope, params }) => startSession(scope, params.id), {
      can: 'connection:edit',
      params,
    })
    .put('/whatsappsession/:id', ({ scope, params }) => renewSession(scope, params.id), {
      can: 'connection:edit',
      params,
    })
    .delete('/whatsappsession/:id', ({ scope, params }) => endSession(scope, params.id), {
      can: 'connection:edit',
      params,
    })
    .post('/whatsappsession/:id/pair', ({ scope, params, body }) => pairSession(scope, params.id, body.number), {
      can: 'connection:edit',
      params,
      body: phone,
    })
