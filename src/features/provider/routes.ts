import { routeGroup } from '../../core/http/route-group'
import type { AuthServices } from '../accounts/auth/routes'
import { announcementRoutes } from './announcements/routes'
import { backupRoutes } from './backups/routes'
import { cancellationRoutes } from './cancellation/routes'
import { companyRoutes } from './companies/routes'
import { exportRoutes } from './data-transfer/routes'
import { helpRoutes } from './help/routes'
import { invoiceRoutes } from './invoices/routes'
import { morningRoutes } from './morning/routes'
import { nodeRoutes } from './nodes/routes'
import { paymentRoutes, subscriptionRoutes } from './payments/routes'
import { planChangeRoutes } from './plan-change/routes'
import { planRoutes } from './plans/routes'
import { releaseRoutes } from './releases/routes'
import { reminderRoutes } from './reminders/routes'
import { stallRoutes } from './stalls/routes'
import { supportRoutes } from './support/routes'

/** Routes of the provider: companies, plans, payments, reminders, support visits, help, announcements, data exports, parked work, nodes, releases, backups, the daily overview. */
export const providerRoutes = (services: AuthServices) => {
  const { auth } = services
  return routeGroup((api) =>
    api
      .use(companyRoutes(services))
      .use(planRoutes(auth))
      .use(stallRoutes(auth))
      .use(nodeRoutes(auth))
      .use(morningRoutes(auth))
      .use(releaseRoutes(auth))
      .use(backupRoutes(auth))
      .use(supportRoutes(services))
      .use(helpRoutes(auth))
      .use(announcementRoutes(auth))
      .use(invoiceRoutes(auth))
      .use(planChangeRoutes(auth))
      .use(cancellationRoutes(auth))
      .use(subscriptionRoutes(services))
      .use(paymentRoutes(services))
      .use(reminderRoutes(auth))
      .use(exportRoutes(auth)),
  )
}
