import type { Scope } from '../../../core/scope'
import { rowsInsert } from '../../../core/storage/rows-insert'
import type { BotReason, Decision } from '../../../shared/bot/route'

interface RecordedDecision extends Decision {
  ticketId: number
  messageId: number
}
const upsertDecisions = rowsInsert<RecordedDecision & { at: string }, 'bot_decisions'>(
  'bot_decisions',
  ['ticketId', 'messageId', 'handler', 'reason', 'at'],
  (insert) =>
    insert.onConflict((earlier) =>
      earlier.columns(['companyId', 'messageId']).doUpdateSet(({ ref }) => ({
        handler: ref('excluded.handler'),
        reason: ref('excluded.reason'),
      })),
    ),
)

/** Reasons that are not recorded, because they hold for most messages and can be seen in the ticket. */
const plainReasons: BotReason[] = ['ownMessage', 'group', 'agent', 'people', 'nothingToSay']

/** Records what was decided about a message and why; a later decision about the same message replaces it. */
export const recordDecision = (scope: Scope, ticketId: number, messageId: number, decision: Decision) =>
  recordDecisions(scope, [{ ticketId, messageId, ...decision }])

/** As `recordDecision` for several messages. */
export async function recordDecisions(scope: Scope, decisions: RecordedDecision[]) {
  const at = new Date().toISOString()
  const recorded = decisions.filter(({ handler, reason }) => handler !== null || !plainReasons.includes(reason))
  await upsertDecisions(
    scope.db,
    recorded.map((decision) => ({ ...decision, at })),
  )
}
