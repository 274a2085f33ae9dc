import { Elysia, t } from 'elysia'
import { Deleted, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { deliveryRoutes } from '../../platform/deliveries/routes'
import { IntegrationInput, IntegrationQuery, QueueIntegration, SavedIntegration, TestSessionInput } from './model'
import { getIntegration, integrationReceivers, listIntegrations } from './read'
import { createIntegration, deleteIntegration, rotateSecret, updateIntegration } from './service'
import { testSession } from './test-session'

const access = { can: 'integration:edit', plan: 'useIntegrations' } as const

export const integrationRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/queueIntegration' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listIntegrations(scope, query), {
      ...access,
      query: IntegrationQuery,
      response: t.Object({ queueIntegrations: t.Array(QueueIntegration), count: t.Number(), ...pageFields }),
    })
    .get('/:id', ({ scope, params }) => getIntegration(scope, params.id), {
      ...access,
      params,
      response: QueueIntegration,
    })
    .post('/', ({ scope, body }) => createIntegration(scope, body), {
      ...access,
      lasting: true,
      body: IntegrationInput,
      response: SavedIntegration,
    })
    .post('/testSession', ({ scope, body }) => testSession(scope, body), {
      ...access,
      body: TestSessionInput,
      response: t.Object({ messages: t.Array(t.String()) }),
    })
    .put('/:id', ({ scope, params, body }) => updateIntegration(scope, params.id, body), {
      ...access,
      lasting: true,
      params,
      body: changeOf(IntegrationInput),
      response: SavedIntegration,
    })
    .post('/:id/secret', ({ scope, params }) => rotateSecret(scope, params.id), {
      ...access,
      lasting: true,
      params,
      response: SavedIntegration,
    })
    .use(deliveryRoutes(auth, integrationReceivers))
    .delete('/:id', ({ scope, params }) => deleteIntegration(scope, params.id), {
      ...access,
      params,
      response: Deleted,
    })
