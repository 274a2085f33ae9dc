import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'

/** WhatsApp's code for too many messages in a short time; the message may be sent again later. */
export const rateRefusal = '429'

const resetParts = hot<{ recipientId: number }>()((db, p) =>
  db
    .update('campaign_parts')
    .set({ ack: 0, error: null })
    .where('recipientId', '=', p('recipientId'))
    .where('ack', '=', -1)
    .returning('messageId'),
)
const resetMessage = hot<{ id: number }>()((db, p) =>
  db.update('messages').set({ ack: 0, error: null }).where('id', '=', p('id')).where('ack', '=', -1),
)

/** Sets a recipient's refused messages to pending, so that the next attempt sends them. Call within a transaction. */
export async function forgetRefusals(scope: Scope, recipientId: number) {
  for (const { messageId } of await scope.db.run(resetParts, { recipientId }))
    if (messageId !== null) await scope.db.run(resetMessage, { id: messageId })
}
