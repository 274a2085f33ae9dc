import type { Scope } from '../../core/scope'

/** Wakes the sender of a number. Call within a transaction. */
export const enqueueLane = (scope: Scope, whatsappId: number) =>
  scope.enqueue('campaign.send', { whatsappId }, { key: `${whatsappId}`, group: `wa:${whatsappId}` })
