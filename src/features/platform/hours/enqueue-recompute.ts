import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'

/** Computes the targets of all live tickets again: hours or targets changed. */
export const enqueueRecompute = (scope: Scope) => scope.enqueue('targets.recompute', { afterId: 0 }, { key: 'all' })

/** As `enqueueRecompute`, within a transaction of the platform. */
export const enqueueRecomputeOf = (platform: Platform, companyId: CompanyId) =>
  platform.ports.enqueue(platform.tenant(companyId), 'targets.recompute', { afterId: 0 }, { key: 'all' })
