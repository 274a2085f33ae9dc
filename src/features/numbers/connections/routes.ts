import { Elysia, t } from 'elysia'
import { Deleted, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'
import { deleteConnection } from './delete'
import { listHealth } from './health'
import { Connection, ConnectionHealth, ConnectionInput } from './model'
import { createConnection, getConnection, listConnections, updateConnection } from './service'
import { endSession, pairSession, renewSession, startSession } from './sessions'
import { revealToken, rotateToken } from './token'

const Token = t.Object({ token: t.String() })
const phone = t.Object({ number: t.String({ minLength: limits.typedNumber.min, maxLength: limits.typedNumber.max }) })

export const connectionRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/whatsapp', async ({ scope }) => ({ whatsapps: await listConnections(scope) }), {
      can: 'connection:list',
      detail: documentResponse(t.Object({ whatsapps: t.Array(Connection) })),
    })
    .get('/whatsapp/health', async ({ scope }) => ({ health: await listHealth(scope) }), {
      can: 'connection:edit',
      detail: documentResponse(t.Object({ health: t.Array(ConnectionHealth) })),
    })
    .get('/whatsapp/:id', ({ scope, params }) => getConnection(scope, params.id), {
      can: 'connection:list',
      params,
      detail: documentResponse(Connection),
    })
    .post('/whatsapp', ({ scope, body }) => createConnection(scope, body), {
      can: 'connection:edit',
      body: ConnectionInput,
      detail: documentResponse(Connection),
    })
    .put('/whatsapp/:id', ({ scope, params, body }) => updateConnection(scope, params.id, body), {
      can: 'connection:edit',
      params,
      body: changeOf(ConnectionInput),
      detail: documentResponse(Connection),
    })
    .delete('/whatsapp/:id', ({ scope, params }) => deleteConnection(scope, params.id), {
      can: 'connection:edit',
      params,
      detail: documentResponse(Deleted),
    })
    .get('/whatsapp/:id/token', ({ scope, params }) => revealToken(scope, params.id), {
      can: 'connection:edit',
      lasting: true,
      params,
      detail: documentResponse(Token),
    })
    .post('/whatsapp/:id/token', ({ scope, params }) => rotateToken(scope, params.id), {
      can: 'connection:edit',
      lasting: true,
      params,
      detail: documentResponse(Token),
    })
    .post('/whatsappsession/:id', ({ scope, params }) => startSession(scope, params.id), {
      can: 'connection:edit',
      params,
      detail: documentResponse(Connection),
    })
    .put('/whatsappsession/:id', ({ scope, params }) => renewSession(scope, params.id), {
      can: 'connection:edit',
      params,
      detail: documentResponse(Connection),
    })
    .delete('/whatsappsession/:id', ({ scope, params }) => endSession(scope, params.id), {
      can: 'connection:edit',
      params,
      detail: documentResponse(Connection),
    })
    .post('/whatsappsession/:id/pair', ({ scope, params, body }) => pairSession(scope, params.id, body.number), {
      can: 'connection:edit',
      params,
      body: phone,
      detail: documentResponse(t.Object({ pairingCode: t.String() })),
    })
