import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { BotHandler, BotReason, Decision } from '../../../shared/bot/route'

const upsertDecision = hot<{
  ticketId: number
  messageId: number
  handler: BotHandler | null
  reason: BotReason
  now: string
}>()((db, p) =>
  db
    .insert('bot_decisions', {
      ticketId: p('ticketId'),
      messageId: p('messageId'),
      handler: p('handler'),
      reason: p('reason'),
      at: p('now'),
    })
    .onConflict((earlier) =>
      earlier.columns(['companyId', 'messageId']).doUpdateSet(({ ref }) => ({
        handler: ref('excluded.handler'),
        reason: ref('excluded.reason'),
      })),
    ),
)

/** Reasons that are not recorded, because they hold for most messages and can be seen in the ticket. */
const plainReasons: BotReason[] = ['ownMessage', 'group', 'agent', 'people', 'nothingToSay']

/** Records what was decided about a message and why; a later decision about the same message replaces it. */
export async function recordDecision(scope: Scope, ticketId: number, messageId: number, { handler, reason }: Decision) {
  if (handler === null && plainReasons.includes(reason)) return
  await scope.db.run(upsertDecision, { ticketId, messageId, handler, reason, now: new Date().toISOString() })
}
