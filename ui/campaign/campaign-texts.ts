import type { TFunction } from 'i18next'
import type { Campaign } from '../../src/features/campaigns/campaign/model'
import {
  type CampaignWaitReason,
  type CancelReason,
  campaignWaits,
  cancelReasons,
} from '../../src/shared/campaign/waits'
import { formatDateTime, formatTime, relativeDay } from '../lib/time'

interface Wait {
  reason: string
  until: string | null
}

/** Sentence that says why a message waits, and until when. */
export function waitText(t: TFunction, { reason, until }: Wait, now = Date.now()): string {
  const wait = (campaignWaits as readonly string[]).includes(reason)
    ? t(`campaigns.wait.${reason as CampaignWaitReason}`)
    : t('campaigns.wait.other', { reason })
  if (until === null || Date.parse(until) <= now) return wait
  const when = relativeDay(until) === 'today' ? formatTime(until) : formatDateTime(until)
  return t('campaigns.waitUntil', { wait, when })
}

/** Sentence that says why the server cancelled the campaign; null when a person did. */
export function cancelledText(t: TFunction, { status, reason }: Pick<Campaign, 'status' | 'reason'>): string | null {
  if (status !== 'CANCELADA' || reason === null) return null
  return (cancelReasons as readonly string[]).includes(reason)
    ? t(`campaigns.cancelled.${reason as CancelReason}`)
    : t('campaigns.cancelled.other', { reason })
}
