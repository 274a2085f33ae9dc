import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { type CampaignSettingKey, type CampaignSettings, campaignDefaults } from '../../shared/campaign/settings'
import type { CampaignVariable } from '../../shared/campaign/text'
import { recordAuditEntry } from '../audit/record'
import { enqueueRunningLanes } from '../lane-jobs/enqueue'

const allSettings = hot<{}>()((db) => db.select('campaign_settings').select(['key', 'value']))

/** Settings of the company's campaigns; a key without a row has its default. */
export async function readCampaignSettings(scope: Scope): Promise<CampaignSettings> {
  const rows = await scope.db.run(allSettings, {})
  const stored = rows.filter(({ key }) => Object.hasOwn(campaignDefaults, key))
  return { ...campaignDefaults, ...Object.fromEntries(stored.map(({ key, value }) => [key, JSON.parse(value)])) }
}

/** Stores the given settings, one row per key. Of variables with the same key the first one stays. */
export function changeCampaignSettings(outer: Scope, given: Partial<CampaignSettings>): Promise<CampaignSettings> {
  return outer.transaction(async (scope) => {
    const before = await readCampaignSettings(scope)
    for (const [key, value] of Object.entries(given)) await storeSetting(scope, key as CampaignSettingKey, value)
    const after = await readCampaignSettings(scope)
    await enqueueRunningLanes(scope)
    const entry = { action: 'update', entity: 'campaignSettings', entityId: null, name: '' } as const
    await recordAuditEntry(scope, { ...entry, before: auditFields(before), after: auditFields(after) })
    return after
  })
}

async function storeSetting(scope: Scope, key: CampaignSettingKey, given: unknown) {
  const value = JSON.stringify(key === 'variables' ? withoutRepeats(given as CampaignVariable[]) : given)
  await scope.db
    .insert('campaign_settings', { key, value })
    .onConflict((existing) => existing.columns(['companyId', 'key']).doUpdateSet({ value }))
    .execute()
}

const withoutRepeats = (variables: CampaignVariable[]) =>
  variables.filter(({ key }, at) => variables.findIndex((other) => other.key === key) === at)

const auditFields = ({ windowDays, variables, ...rest }: CampaignSettings) => ({
  ...rest,
  windowDays: windowDays.join(', '),
  variables: variables.map(({ key }) => key).join(', '),
})
