import type { Visibility } from '../../core/events'
import { can } from '../../shared/permissions'
import type { Campaign } from './campaign/model'

/** Events of campaigns: entity → payload. */
declare module '../../core/events' {
  interface Events {
    /**
     * To those who may see campaigns. `progress`: recipients of a running campaign changed, at most every two seconds; the
     * report loads again.
     */
    campaign:
      | { action: 'create' | 'update'; campaign: Campaign }
      | { action: 'progress'; campaignId: number }
      | { action: 'delete'; campaignId: number }
  }
}

/** Payload of each event for one viewer. */
export const campaignsEvents = {
  campaign: (viewer, payload) => (can(viewer, 'campaign:view') ? payload : null),
} satisfies Partial<Visibility>
