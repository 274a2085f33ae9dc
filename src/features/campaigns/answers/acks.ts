import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { AckUpdate } from '../../../whatsapp/contract'
import { noteProgress } from './progress'

interface Key {
  whatsappId: number
  waId: string
}
const partOf = hot<Key>()((db, p) =>
  db
    .select('campaign_parts')
    .innerJoin('campaign_recipients', 'campaign_recipients.id', 'campaign_parts.recipientId')
    .select(['campaign_parts.id', 'campaign_parts.ack', 'recipientId', 'campaignId', 'deliveredAt', 'readAt'])
    .where('campaign_parts.whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId')),
)
const setPartAck = hot<{ id: number; ack: number; error: string | null }>()((db, p) =>
  db
    .update('campaign_parts')
    .set({ ack: p('ack'), error: p('error') })
    .where('id', '=', p('id')),
)
const setTimes = hot<{ id: number; deliveredAt: string | null; readAt: string | null }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ deliveredAt: p('deliveredAt'), readAt: p('readAt') })
    .where('id', '=', p('id')),
)

/**
 * Applies a receipt to a part of a campaign, by the rule of `messages`: acks only rise, a refusal counts only while
 * pending, and a refused part accepts proof of delivery. Returns false when no part has the id. Call within a
 * transaction.
 */
export async function applyPartAck(
  scope: Scope,
  whatsappId: number,
  { waId, ack, error }: AckUpdate,
): Promise<boolean> {
  const part = await scope.db.first(partOf, { whatsappId, waId })
  if (!part) return false
  const isRefusal = ack < 0 && part.ack === 0
  const isRise = ack > part.ack && (part.ack >= 0 || ack >= 2)
  if (!isRefusal && !(ack >= 0 && isRise)) return true
  await scope.db.run(setPartAck, { id: part.id, ack, error: isRefusal ? error : null })
  if (ack >= 2) await recordReceipt(scope, part, ack)
  noteProgress(scope, part.campaignId)
  return true
}

type Part = NonNullable<(typeof partOf)['row']>

/** Delivered and read at the first receipt of any part (docs/behaviour.md, "Answers and receipts"). */
async function recordReceipt(scope: Scope, { recipientId, deliveredAt, readAt }: Part, ack: number) {
  const now = new Date().toISOString()
  const times = { deliveredAt: deliveredAt ?? now, readAt: ack >= 3 ? (readAt ?? now) : readAt }
  if (times.deliveredAt !== deliveredAt || times.readAt !== readAt)
    await scope.db.run(setTimes, { id: recipientId, ...times })
}

const protoOf = hot<Key>()((db, p) =>
  db.select('campaign_parts').select('proto').where('whatsappId', '=', p('whatsappId')).where('waId', '=', p('waId')),
)

/** Encoded message of a part, for a recipient's phone that asks again. */
export const findPartProto = async (scope: Scope, key: Key): Promise<Uint8Array | undefined> =>
  (await scope.db.first(protoOf, key))?.proto ?? undefined
