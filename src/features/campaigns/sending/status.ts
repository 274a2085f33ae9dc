import type { Scope } from '../../../core/scope'
import { isCancellable, isRestartable } from '../../../shared/campaign/status'
import type { CancelReason } from '../../../shared/campaign/waits'
import { AppError } from '../../../shared/errors'
import type { Campaign } from '../campaign/model'
import { getCampaignRow, publishCampaign } from '../campaign/read'
import { auditAndPublish, storeCampaign } from '../campaign/service'
import { missingFor, planStart } from './schedule'

/** Stops a campaign before its start or its next message. @throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATE */
export function cancelCampaign(outer: Scope, id: number): Promise<Campaign> {
  return outer.transaction(async (scope) => {
    const before = await getCampaignRow(scope, id)
    if (!isCancellable(before)) throw new AppError('ERR_CAMPAIGN_STATE', { status: before.status })
    await scope.cancelJob('campaign.start', `${id}`)
    await storeCampaign(scope, id, { status: 'CANCELADA', reason: null })
    return auditAndPublish(scope, 'update', before, id)
  })
}

/**
 * Goes on with a cancelled campaign: its list is read again, and those who got no message get one. A campaign whose time
 * is to come waits for it.
 * @throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATE, ERR_CAMPAIGN_INCOMPLETE
 */
export function restartCampaign(outer: Scope, id: number): Promise<Campaign> {
  return outer.transaction(async (scope) => {
    const before = await getCampaignRow(scope, id)
    if (!isRestartable(before)) throw new AppError('ERR_CAMPAIGN_STATE', { status: before.status })
    const missing = missingFor(before)
    if (missing.length > 0) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', { missing })
    if (Date.parse(before.scheduledAt ?? '') > Date.now()) await planStart(scope, id, true)
    else await beginRun(scope, id)
    return auditAndPublish(scope, 'update', before, id)
  })
}

/** Sets a campaign to running and reads its recipients. Call within a transaction. */
export async function beginRun(scope: Scope, id: number) {
  const startedAt = new Date().toISOString()
  const run = { status: 'EM_ANDAMENTO', reason: null, startedAt, completedAt: null } as const
  await storeCampaign(scope, id, { ...run, preparedAt: null, preparedUpTo: 0 })
  await scope.enqueue('campaign.prepare', { campaignId: id }, { key: `${id}` })
}

/** Cancels a running or scheduled campaign for a reason; false when it is neither. Call within a transaction. */
export async function cancelFor(scope: Scope, id: number, reason: CancelReason): Promise<boolean> {
  const { status } = await getCampaignRow(scope, id)
  if (status !== 'EM_ANDAMENTO' && status !== 'PROGRAMADA') return false
  await storeCampaign(scope, id, { status: 'CANCELADA', reason })
  await publishCampaign(scope, id)
  return true
}
