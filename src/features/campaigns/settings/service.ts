import type { Scope } from '../../../core/scope'
import type { CampaignSettingKey, CompanyCampaignSettings } from '../../../shared/campaign/settings'
import type { CampaignVariable } from '../../../shared/campaign/text'
import { readCampaignSettings } from '../../numbers/pace/campaign-settings'
import { enqueueRunningLanes } from '../../numbers/pace/enqueue'
import { recordAuditEntry } from '../../platform/audit/record'

/** Stores the given settings, one row per key. Of variables with the same key the first one stays. */
export function changeCampaignSettings(
  outer: Scope,
  change: Partial<CompanyCampaignSettings>,
): Promise<CompanyCampaignSettings> {
  return outer.transaction(async (scope) => {
    const before = await readCampaignSettings(scope)
    for (const [key, value] of Object.entries(change)) await storeSetting(scope, key as CampaignSettingKey, value)
    const after = await readCampaignSettings(scope)
    await enqueueRunningLanes(scope)
    const entry = { action: 'update', entity: 'campaignSettings', entityId: null, name: '' } as const
    await recordAuditEntry(scope, { ...entry, before: auditFields(before), after: auditFields(after) })
    return after
  })
}

async function storeSetting(scope: Scope, key: CampaignSettingKey, input: unknown) {
  const value = JSON.stringify(key === 'variables' ? withoutRepeats(input as CampaignVariable[]) : input)
  await scope.db
    .insert('campaign_settings', { key, value })
    .onConflict((existing) => existing.columns(['companyId', 'key']).doUpdateSet({ value }))
    .execute()
}

const withoutRepeats = (variables: CampaignVariable[]) =>
  variables.filter(({ key }, at) => variables.findIndex((other) => other.key === key) === at)

const auditFields = ({ windowDays, variables, ...rest }: CompanyCampaignSettings) => ({
  ...rest,
  windowDays: windowDays.join(', '),
  variables: variables.map(({ key }) => key).join(', '),
})
