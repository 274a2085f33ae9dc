import type { JobHandlers } from '../../core/jobs/job'
import { prepareCampaign } from './recipients/prepare'
import { sendCampaigns } from './sending/send'
import { startCampaign } from './sending/start'

/** Jobs of campaigns: name → payload (ids only). */
declare module '../../core/jobs/job' {
  interface Jobs {
    'campaign.start': { campaignId: number }
    'campaign.prepare': { campaignId: number }
    'campaign.send': { whatsappId: number }
  }
}

/** Name → handler. */
export const campaignsJobs = {
  'campaign.start': startCampaign,
  'campaign.prepare': prepareCampaign,
  'campaign.send': sendCampaigns,
} satisfies Partial<JobHandlers>
