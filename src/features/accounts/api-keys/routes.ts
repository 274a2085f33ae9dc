import { Elysia, t } from 'elysia'
import { Deleted } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { ApiKey, ApiKeyInput, NewApiKey } from './model'
import { getApiKey, listApiKeys } from './read'
import { createApiKey, revokeApiKey, updateApiKey } from './service'

const access = { can: 'apiKey:edit', plan: 'useExternalApi' } as const

/** API keys of the company; no key reaches these routes (`shared/key-scopes.ts`). */
export const apiKeyRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/api-keys' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ apiKeys: await listApiKeys(scope) }), {
      ...access,
      response: t.Object({ apiKeys: t.Array(ApiKey) }),
    })
    .get('/:id', ({ scope, params }) => getApiKey(scope, params.id), { ...access, params, response: ApiKey })
    .post('/', ({ scope, body }) => createApiKey(scope, body), {
      ...access,
      lasting: true,
      body: ApiKeyInput,
      response: NewApiKey,
    })
    .put('/:id', ({ scope, params, body }) => updateApiKey(scope, params.id, body), {
      ...access,
      lasting: true,
      params,
      body: changeOf(ApiKeyInput),
      response: ApiKey,
    })
    .delete('/:id', ({ scope, params }) => revokeApiKey(scope, params.id), { ...access, params, response: Deleted })
