import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'

/** Stores the setting that shows the campaign screens, which must equal the company's flag. */
export async function storeCampaignsSetting(platform: Platform, companyId: number, offered: boolean) {
  const value = String(offered)
  await platform
    .tenant(companyId as CompanyId)
    .insert('settings', { key: 'campaignsEnabled', value })
    .onConflict((conflict) => conflict.columns(['companyId', 'key']).doUpdateSet({ value }))
    .execute()
}
