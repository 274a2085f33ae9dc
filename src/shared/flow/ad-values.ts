import type { Ad } from '../ads'
import type { Values } from './render'

/** Values of the ad through which the customer of a ticket came; empty without one. */
export const adValues = (ad: Ad | null): Values => ({
  adTitle: ad?.title ?? '',
  adText: ad?.body ?? '',
  adLink: ad?.link ?? '',
  adSource: ad?.app || ad?.entry || ad?.type || '',
  adId: ad?.sourceId ?? '',
  adClickId: ad?.clickId ?? '',
  adCampaign: ad?.campaign ?? '',
})
