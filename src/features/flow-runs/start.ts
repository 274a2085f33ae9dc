import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { StoredBotState } from '../bot/state'
import { enqueueFlow } from './enqueue'
import { insertRun } from './rows'

const published = hot<{ id: number }>()((db, p) =>
  db.select('flows').select('versionId').where('id', '=', p('id')).where('active', '=', 1),
)

/**
 * Starts a flow in a ticket, on its published version; false for a flow that is off or was never published. Call within
 * a transaction.
 */
export async function startFlow(
  scope: Scope,
  ticketId: number,
  { attendanceId }: StoredBotState,
  { flowId, messageId }: { flowId: number; messageId: number },
): Promise<boolean> {
  const versionId = (await scope.db.first(published, { id: flowId }))?.versionId ?? null
  if (versionId === null) return false
  await insertRun(scope, { ticketId, attendanceId, flowId, versionId, messageId })
  await enqueueFlow(scope, ticketId)
  return true
}
