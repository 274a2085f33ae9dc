import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { Inbound, InboundEncrypted } from '../../../../whatsapp/received'
import { findTarget, isAuthor, markOnPhone, mayBeInChat, targetsOf } from './apply'
import type { ExistingMessage } from './duplicate'

const protoOf = hot<{ id: number }>()((db, p) => db.select('messages').select('proto').where('id', '=', p('id')))

/**
 * Opens content with the secret of the message it belongs to, which may be in the same batch. Content that cannot be
 * opened marks that message ("edited on the phone"), or becomes a placeholder if it is a message of its own. Returns
 * what is to be received in its place. Call within a transaction.
 */
export async function openEncrypted(
  scope: Scope,
  whatsappId: number,
  item: InboundEncrypted,
): Promise<Exclude<Inbound, InboundEncrypted> | null> {
  const targets = await targetsOf(scope, whatsappId, item)
  for (const target of targets) {
    const proto = (await scope.db.first(protoOf, { id: target.id }))?.proto
    const opened = proto && item.open(proto)
    if (opened) return withTarget(opened, item, target)
  }
  if (item.placeholder) return item.placeholder
  if (targets.length === 0) return (await isOfOtherSide(scope, whatsappId, item)) ? null : (item.unseen ?? null)
  for (const target of targets) if (await mayMark(scope, target, item)) await markOnPhone(scope, target.id, item.kind)
  return null
}

/**
 * Says of a vote or reaction whose message it belongs to, and lets a comment quote it. The people are those of the item,
 * whose addresses were completed.
 */
function withTarget(
  opened: NonNullable<ReturnType<InboundEncrypted['open']>>,
  { targetWaId, chat, participant, fromMe }: InboundEncrypted,
  { isOutbound }: ExistingMessage & { isOutbound: boolean },
) {
  if (opened.type === 'vote' || opened.type === 'reaction')
    return { ...opened, chat, sender: fromMe ? null : (participant ?? chat), targetFromMe: isOutbound }
  if (opened.type !== 'message') return { ...opened, chat, participant }
  return {
    ...opened,
    chat,
    participant,
    quoted: { waId: targetWaId, body: '', mediaType: 'chat' as const, fromMe: isOutbound },
  }
}

/** True for a change of a message that the other side of the chat wrote, which is forged. */
const isOfOtherSide = async (scope: Scope, whatsappId: number, { chat, targetWaId, fromMe }: InboundEncrypted) =>
  (await findTarget(scope, whatsappId, chat, targetWaId, !fromMe)) !== undefined

/** Only the author marks a message as edited; anyone in the chat answers it. */
async function mayMark(scope: Scope, target: ExistingMessage & { isOutbound: boolean }, item: InboundEncrypted) {
  if (item.kind === 'edit') return target.isOutbound === item.fromMe && isAuthor(scope, target, item)
  return item.fromMe || mayBeInChat(scope, target, item.chat)
}
