import type { CompanyId } from '../../core/schema'
import type { Platform } from '../../core/scope'
import type { Events } from '../../events'
import { findCompany, findFacts } from './read'

/** Tells a company's screens what it is now. */
export async function tellCompany(platform: Platform, companyId: CompanyId) {
  const company = await findFacts(platform, companyId)
  if (company) platform.ports.publish(companyId, 'company', { action: 'update', company })
}

/** Tells the provider what became of a company; after the commit. */
export const tellTenant = async (platform: Platform, action: 'create' | 'update', id: number) =>
  tellProvider(platform, { action, company: await findCompany(platform, id) })

/** To wherever the provider's people work; who of them hears it is decided in events.ts. */
export async function tellProvider({ db, ports }: Platform, payload: Events['tenant']) {
  const homes = await db.selectFrom('users').select('companyId').distinct().where('super', '=', 1).execute()
  for (const { companyId } of homes) ports.publish(companyId, 'tenant', payload)
}
