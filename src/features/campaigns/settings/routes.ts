import { Elysia } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { readCampaignSettings } from '../../numbers/pace/campaign-settings'
import { CampaignSettingsAnswer, CampaignSettingsInput } from './model'
import { changeCampaignSettings } from './service'

const access = { can: 'campaign:edit', plan: 'useCampaigns' } as const

export const campaignSettingRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/campaign-settings' })
    .use(guard(auth))
    .get('/', async ({ scope }) => ({ settings: await readCampaignSettings(scope) }), {
      ...access,
      detail: documentResponse(CampaignSettingsAnswer),
    })
    .post('/', async ({ scope, body }) => ({ settings: await changeCampaignSettings(scope, body.settings) }), {
      ...access,
      body: CampaignSettingsInput,
      detail: documentResponse(CampaignSettingsAnswer),
    })
