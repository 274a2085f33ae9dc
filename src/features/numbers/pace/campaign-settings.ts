import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { type CompanyCampaignSettings, campaignDefaults } from '../../../shared/campaign/settings'
import { parseJson } from '../../../shared/json'

const allSettings = hot<{}>()((db) => db.select('campaign_settings').select(['key', 'value']))

/** Settings of the company's campaigns; a key without a row has its default. */
export async function readCampaignSettings(scope: Scope): Promise<CompanyCampaignSettings> {
  const rows = await scope.db.run(allSettings, {})
  const stored = rows.filter(({ key }) => Object.hasOwn(campaignDefaults, key))
  return { ...campaignDefaults, ...Object.fromEntries(stored.map(({ key, value }) => [key, parseJson(value)])) }
}
