import { Elysia, t } from 'elysia'
import { Deleted } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { FlowCampaign, FlowCampaignInput, FlowCampaignPatch } from './model'
import { getPhrase, listPhrases } from './read'
import { createPhrase, deletePhrase, updatePhrase } from './service'

const access = { can: 'flow:edit', plan: 'useIntegrations' } as const

export const flowPhraseRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/flowcampaign' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ flow: await listPhrases(scope) }), {
      ...access,
      response: t.Object({ flow: t.Array(FlowCampaign) }),
    })
    .get('/:id', async ({ scope, params }) => ({ details: await getPhrase(scope, params.id) }), {
      ...access,
      params,
      response: t.Object({ details: FlowCampaign }),
    })
    .post('/', ({ scope, body }) => createPhrase(scope, body), {
      ...access,
      body: FlowCampaignInput,
      response: FlowCampaign,
    })
    .put('/', ({ scope, body }) => updatePhrase(scope, body), {
      ...access,
      body: FlowCampaignPatch,
      response: FlowCampaign,
    })
    .delete('/:id', ({ scope, params }) => deletePhrase(scope, params.id), { ...access, params, response: Deleted })
