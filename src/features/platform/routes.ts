import type { Auth } from '../../core/http/guard'
import { routeGroup } from '../../core/http/route-group'
import { auditRoutes } from './audit/routes'
import { lookRoutes } from './look/routes'
import { pushRoutes } from './push/routes'
import { settingRoutes } from './settings/routes'

/** Routes that all domains share: settings, audit log, push, look of the product. */
export const platformRoutes = (auth: Auth) =>
  routeGroup((api) => api.use(settingRoutes(auth)).use(auditRoutes(auth)).use(pushRoutes(auth)).use(lookRoutes(auth)))
