import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { dayIn } from '../../../core/time'
import { recordAuditEntry } from '../../platform/audit/record'
import { publishCompanyFacts } from '../../platform/company/publish'
import { storeCampaignsSetting } from '../../platform/settings/campaigns-setting'
import { publishCompanyToProvider } from '../companies/publish'

/** Scheduled task: puts the plans in force whose paid time before them has ended. A repeated run changes nothing. */
export async function applyNextPlans(platform: Platform, now = Date.now()) {
  const waiting = await platform.db
    .selectFrom('companies')
    .select(['id', 'nextPlanOn', 'timeZone'])
    .where('nextPlanId', 'is not', null)
    .execute()
  for (const { id, nextPlanOn, timeZone } of waiting)
    if ((nextPlanOn ?? '') < dayIn(timeZone, new Date(now))) await applyNextPlan(platform, id, nextPlanOn)
}

async function applyNextPlan(outer: Platform, id: CompanyId, on: string | null) {
  const isApplied = await outer.transaction(async (platform) => {
    const company = await platform.db
      .selectFrom('companies')
      .innerJoin('plans', 'plans.id', 'companies.planId')
      .innerJoin('plans as next', 'next.id', 'companies.nextPlanId')
      .select(['companies.name', 'plans.name as plan', 'next.id as nextId', 'next.name as next', 'next.useCampaigns'])
      .where('companies.id', '=', id)
      .where('nextPlanOn', '=', on)
      .executeTakeFirst()
    if (!company) return false
    const { name, plan, nextId, next, useCampaigns } = company
    const updatedAt = new Date().toISOString()
    await platform.db
      .updateTable('companies')
      .set({ planId: nextId, nextPlanId: null, nextPlanOn: null, campaignsEnabled: useCampaigns, updatedAt })
      .where('id', '=', id)
      .execute()
    await storeCampaignsSetting(platform, id, useCampaigns === 1)
    await recordAuditEntry(
      { db: platform.tenant(id), actor: { system: 'plans' }, address: '' },
      { ...{ action: 'update', entity: 'company', entityId: id, name }, before: { plan }, after: { plan: next } },
    )
    return true
  })
  if (!isApplied) return
  outer.ports.rightsChanged(id)
  await publishCompanyFacts(outer, id)
  await publishCompanyToProvider(outer, 'update', id)
}
