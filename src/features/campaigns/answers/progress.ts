import type { Ports } from '../../../core/ports'
import type { Scope } from '../../../core/scope'

/** Shortest time in ms between two progress events of a campaign. */
const every = 2000

const announced = new WeakMap<Ports, Set<string>>()

/**
 * Publishes after the commit that recipients of a campaign changed: once in two seconds, whatever their number, because
 * open reports load again.
 */
export const noteProgress = (scope: Scope, campaignId: number) =>
  scope.afterCommit(() => {
    const { ports, companyId } = scope
    const waiting = announced.get(ports) ?? new Set()
    announced.set(ports, waiting)
    const key = `${companyId} ${campaignId}`
    if (waiting.has(key)) return
    waiting.add(key)
    const publish = () => {
      waiting.delete(key)
      ports.publish(companyId, 'campaign', { action: 'progress', campaignId })
    }
    setTimeout(publish, every).unref()
  })
