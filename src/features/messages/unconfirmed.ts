import type { Platform, Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { untilOpen } from '../connections/waiting'
import { setAck } from './acks'
import { laneOf } from './send'

/** How long WhatsApp may take to confirm before we send the same again, and before we give up, in ms. */
const patience = 60_000
const giveUpAfter = 6 * 3_600_000

const silent = hot<{ whatsappId: number; before: string }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'ticketId', 'whatsappId', 'waId', 'createdAt'])
    .where('whatsappId', '=', p('whatsappId'))
    .where('fromMe', '=', 1)
    .where('ack', '=', 0)
    .where('proto', 'is not', null)
    .where('isDeleted', '=', 0)
    .where('origin', '<>', 'phone')
    .where('updatedAt', '<', p('before'))
    .orderBy('id')
    .limit(200),
)
const askedAgain = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ updatedAt: p('now') })
    .where('id', '=', p('id')),
)

/**
 * A message that was written to the wire and never confirmed, because the line broke then, leaves once more under the
 * same id: whoever has it already does not see it twice. After hours it counts as failed, for a person to decide.
 */
export function sendUnconfirmed(outer: Scope, whatsappId: number, now = Date.now()): Promise<void> {
  return outer.transaction(async (scope) => {
    const before = new Date(now - patience).toISOString()
    for (const message of scope.db.run(silent, { whatsappId, before })) {
      if (now - Date.parse(message.createdAt) > giveUpAfter) {
        setAck(scope, whatsappId, { waId: message.waId, ack: -1, error: 'ERR_SENDING_WAPP_MSG' })
        continue
      }
      scope.db.run(askedAgain, { id: message.id, now: new Date(now).toISOString() })
      const place = { lane: laneOf(message), waitsFor: untilOpen(scope, whatsappId) }
      await scope.enqueue('message.deliver', { messageId: message.id }, place)
    }
  })
}

/** For all open connections; every minute. */
export async function sweepUnconfirmed(platform: Platform) {
  const rows = await platform.db.selectFrom('connections').select(['companyId', 'id']).execute()
  for (const { companyId, id: whatsappId } of rows)
    if (platform.ports.whatsapp.isOpen({ companyId, whatsappId }))
      await sendUnconfirmed(platform.scope(companyId, { system: 'housekeeping' }), whatsappId)
}
