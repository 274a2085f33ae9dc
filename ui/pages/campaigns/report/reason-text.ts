import type { TFunction } from 'i18next'
import { type RecipientReason, recipientReasons } from '../../../../src/shared/campaign/waits'

/** Sentence for the reason of a recipient that got no message or not all of it. */
export function reasonText(t: TFunction, reason: string): string {
  if ((recipientReasons as readonly string[]).includes(reason))
    return t(`campaignReport.reason.${reason as RecipientReason}`)
  if (reason === '463' || reason === 'failed' || reason === 'unknown') return t(`campaignReport.reason.${reason}`)
  return t('campaignReport.reason.other', { reason })
}
