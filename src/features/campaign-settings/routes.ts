import { Elysia } from 'elysia'
import { type Auth, guard } from '../../core/http/guard'
import { documentResponse } from '../openapi/model'
import { CampaignSettingsAnswer, CampaignSettingsInput } from './model'
import { changeCampaignSettings, readCampaignSettings } from './service'

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
