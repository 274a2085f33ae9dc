import type { Scope } from '../../../core/scope'
import { attachFile, toFileInput } from '../../platform/media/attach'
import type { Campaign } from './model'
import { auditAndPublish, getEditable, storeCampaign } from './service'

/** Attaches a file to a campaign. @throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATE, and as attachFile */
export async function attachCampaignMedia(outer: Scope, id: number, upload: File): Promise<Campaign> {
  await getEditable(outer, id) // checked before a large file is written to disk
  return attachFile(outer, toFileInput(upload), (scope, file) => storeMedia(scope, id, file.id))
}

/** Removes the file; the daily sweep deletes it unless a message uses it. @throws ERR_CAMPAIGN_STATE */
export const removeCampaignMedia = (outer: Scope, id: number): Promise<Campaign> =>
  outer.transaction((scope) => storeMedia(scope, id, null))

async function storeMedia(scope: Scope, id: number, mediaId: string | null): Promise<Campaign> {
  const before = await getEditable(scope, id)
  await storeCampaign(scope, id, { mediaId })
  return auditAndPublish(scope, 'update', before, id)
}
