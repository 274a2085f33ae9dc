import { routeGroup } from '../../core/http/route-group'
import { apiKeyRoutes } from './api-keys/routes'
import type { AuthServices } from './auth/routes'
import { authRoutes } from './auth/routes'
import type { SystemMode } from './auth/setup/system-routes'
import { systemRoutes } from './auth/setup/system-routes'
import { invitationRoutes, invitedRoutes } from './invitations/routes'
import { passwordRoutes } from './password-reset/routes'
import { userLoginRoutes } from './users/login-routes'
import { userRoutes } from './users/routes'

interface AccountServices extends AuthServices, SystemMode {
  version: string
  /** Ends the support visits of a super user who is deleted or no longer one. */
  endSupport: (superId: number) => Promise<void>
}

/** Routes of logins, password resets, users, invitations and API keys, and the facts for the login screen. */
export const accountsRoutes = (services: AccountServices) => {
  const { auth } = services
  return routeGroup((api) =>
    api
      .use(systemRoutes(auth, services))
      .use(authRoutes(services))
      .use(invitedRoutes(services))
      .use(passwordRoutes(auth))
      .use(userRoutes(auth, services.endSupport))
      .use(userLoginRoutes(auth))
      .use(invitationRoutes(auth))
      .use(apiKeyRoutes(auth)),
  )
}
