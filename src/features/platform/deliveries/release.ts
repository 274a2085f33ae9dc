import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import type { DeliverySource } from '../../../shared/deliveries'
import { attemptTime, downAfter } from './receiver'

/**
 * Scheduled task: releases deliveries that wait for a receiver which is up, or to which no attempt is due any more. They
 * would wait for ever if they began to wait while the receiver recovered, or if the delivery that was to be tried next
 * was erased.
 */
export async function releaseRecovered(platform: Platform, awaited: string[], now = Date.now()) {
  for (const event of awaited) {
    const [, companyId, source, sourceId] = /^up:(\d+):(\w+):(\d+)$/.exec(event) ?? []
    if (companyId === undefined) continue
    const receiver = await platform
      .tenant(Number(companyId) as CompanyId)
      .select('delivery_receivers')
      .select(['failures', 'pausedUntil'])
      .where('source', '=', source as DeliverySource)
      .where('sourceId', '=', Number(sourceId))
      .executeTakeFirst()
    const isDown = receiver !== undefined && receiver.failures >= downAfter
    const isTried = receiver?.pausedUntil != null && Date.parse(receiver.pausedUntil) + attemptTime > now
    if (!isDown || !isTried) await platform.ports.releaseJobs(event)
  }
}
