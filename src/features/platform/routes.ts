import type { Auth } from '../../core/http/guard'
import { routeGroup } from '../../core/http/route-group'
import { auditRoutes } from './audit/routes'
import { pushRoutes } from './push/routes'
import { settingRoutes } from './settings/routes'

/** Routes that all domains share: settings, audit log, push. */
export const platformRoutes = (auth: Auth) =>
  routeGroup((api) => api.use(settingRoutes(auth)).use(auditRoutes(auth)).use(pushRoutes(auth)))
