import type { Scope } from '../../../core/scope'

/** Has the sender of a number look again whether a campaign message may leave. Call within a transaction. */
export const enqueueLane = (scope: Scope, whatsappId: number) =>
  scope.enqueue('campaign.send', { whatsappId }, { key: `${whatsappId}`, group: `wa:${whatsappId}` })

/** The same for all numbers whose campaigns run, after a change of what they wait for. Call within a transaction. */
export async function enqueueRunningLanes(scope: Scope) {
  const rows = await scope.db
    .select('campaigns')
    .select('whatsappId')
    .distinct()
    .where('status', '=', 'EM_ANDAMENTO')
    .where('preparedAt', 'is not', null)
    .where('whatsappId', 'is not', null)
    .execute()
  for (const { whatsappId } of rows) await enqueueLane(scope, whatsappId as number)
}
