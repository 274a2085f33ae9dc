import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { uploadChosenFile } from '../../../components/file-field'
import { api, unwrapResponse } from '../../../lib/api'
import { type CampaignValues, campaignInput, scheduledAtOf } from './campaign-form'

interface SaveOptions {
  /** False to leave the time of the start as it is stored, for a test before the start. */
  schedules: boolean
  /** Receives each stored version, so that a retry after a failure updates it instead of creating another one. */
  onStored: (campaign: Campaign) => void
}

/**
 * Saves the campaign, its file, and then the time of its start: a campaign that starts now would otherwise leave without
 * the file. Returns the stored campaign. @throws AppError
 */
export async function saveCampaign(
  current: Campaign | null,
  values: CampaignValues,
  { schedules, onStored }: SaveOptions,
): Promise<Campaign> {
  const scheduledAt = scheduledAtOf(values)
  const changesFile = values.media?.kind === 'picked' || (current?.mediaId != null && values.media === null)
  // A cancelled campaign is saved without a start; "restart" starts it.
  const hasStart = schedules && current?.status !== 'CANCELADA'
  const start = hasStart ? { scheduledAt: changesFile ? null : scheduledAt } : {}
  const input = { ...campaignInput(values), ...start }
  let saved: Campaign = await unwrapResponse(
    current ? api.campaigns({ id: current.id }).put(input) : api.campaigns.post(input),
  )
  onStored(saved)
  if (!changesFile) return saved
  saved = await saveFile(saved, values)
  onStored(saved)
  if (!hasStart || scheduledAt === null) return saved
  saved = await unwrapResponse(api.campaigns({ id: saved.id }).put({ scheduledAt }))
  onStored(saved)
  return saved
}

async function saveFile(saved: Campaign, { media }: CampaignValues): Promise<Campaign> {
  const remove = () => unwrapResponse<Campaign>(api.campaigns({ id: saved.id })['media-upload'].delete())
  return (await uploadChosenFile<Campaign>(`/api/campaigns/${saved.id}/media-upload`, media, remove)) ?? saved
}
