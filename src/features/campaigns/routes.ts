import type { Auth } from '../../core/http/guard'
import { routeGroup } from '../../core/http/route-group'
import { campaignRoutes } from './campaign/routes'
import { campaignSettingRoutes } from './settings/routes'
import { campaignTestRoutes } from './test-sends/routes'

/** Routes of campaigns, their test sends and their settings. */
export const campaignsRoutes = (auth: Auth) =>
  routeGroup((api) => api.use(campaignRoutes(auth)).use(campaignTestRoutes(auth)).use(campaignSettingRoutes(auth)))
