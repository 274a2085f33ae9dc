import type { Auth } from '../../core/http/guard'
import { routeGroup } from '../../core/http/route-group'
import { connectionRoutes } from './connections/routes'
import { numberHealthRoutes } from './health/routes'
import { coldLaneRoutes } from './pace/routes'

/** Routes of connections and the health and pace of their numbers. */
export const numbersRoutes = (auth: Auth) =>
  routeGroup((api) => api.use(connectionRoutes(auth)).use(numberHealthRoutes(auth)).use(coldLaneRoutes(auth)))
