import type { Events } from '../../../core/events'
import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { findFacts } from './facts'

/** Publishes the facts of a company to its own users. */
export async function publishCompanyFacts(platform: Platform, companyId: CompanyId) {
  const company = await findFacts(platform, companyId)
  if (company) platform.ports.publish(companyId, 'company', { action: 'update', company })
}

/** Publishes an event to every company that has a super user; `events.ts` decides which of its users receive it. */
export async function publishTenantEvent({ db, ports }: Platform, payload: Events['tenant']) {
  const homes = await db.selectFrom('users').select('companyId').distinct().where('super', '=', 1).execute()
  for (const { companyId } of homes) ports.publish(companyId, 'tenant', payload)
}
