import type { JobHandler } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { OutboundContent } from '../../../whatsapp/contract'
import { overConnection, placesOfConnection } from '../../../whatsapp/open-connection'
import { markAsDeleted } from './receive/apply'
import { type Deliverable, findDeliverable } from './send/deliver'

/** An edit, deletion or reaction of a message that has its own row; `waId` is the id of the stanza sent for it. */
interface MessageUpdate {
  messageId: number
  waId: string
}

const ownReaction = hot<{ messageId: number }>()((db, p) =>
  db.select('reactions').select('emoji').where('messageId', '=', p('messageId')).where('sender', '=', 'me'),
)
const participantOf = hot<{ id: number }>()((db, p) =>
  db.select('messages').select('participant').where('id', '=', p('id')),
)

/** Sends the body as it is now: several edits in a row may leave as one. */
export const editDelivered: JobHandler<MessageUpdate> = {
  ...placesOfConnection,
  run: (scope, update) =>
    sendUpdate(scope, update, ({ waId, body, isDeleted }) =>
      isDeleted ? null : { type: 'edit', targetWaId: waId, body },
    ),
}

export const revokeDelivered: JobHandler<MessageUpdate> = {
  ...placesOfConnection,
  run: (scope, update) => sendUpdate(scope, update, ({ waId }) => ({ type: 'delete', targetWaId: waId })),
}

export const sendReaction: JobHandler<MessageUpdate> = {
  ...placesOfConnection,
  run: (scope, update) =>
    sendUpdate(scope, update, async ({ id, waId, fromMe }) => ({
      type: 'reaction',
      targetWaId: waId,
      targetFromMe: fromMe === 1,
      participant: (await scope.db.first(participantOf, { id }))?.participant || null,
      emoji: (await scope.db.first(ownReaction, { messageId: id }))?.emoji ?? '',
    })),
}

const groupOf = hot<{ id: number }>()((db, p) =>
  db
    .select('messages')
    .innerJoin('contacts', 'contacts.id', 'messages.contactId')
    .select(['messages.id', 'messages.whatsappId', 'contacts.waJid'])
    .where('messages.id', '=', p('id')),
)

/** Deletes a group's message for everyone if WhatsApp says that the person who asked for it administers the group. */
export const deleteByAdmin: JobHandler<{ messageId: number; by: string }> = {
  ...placesOfConnection,
  async run(scope, { messageId, by }) {
    const message = await scope.db.first(groupOf, { id: messageId })
    if (!message?.whatsappId) return
    const { whatsapp } = scope.ports
    const isAdmin = await overConnection(scope, message.whatsappId, (open) =>
      whatsapp.isGroupAdmin(open, message.waJid, by),
    )
    if (isAdmin) await scope.transaction((scope) => markAsDeleted(scope, messageId))
  },
}

type Content = OutboundContent | null

async function sendUpdate(
  scope: Scope,
  { messageId, waId }: MessageUpdate,
  content: (update: Deliverable) => Content | Promise<Content>,
) {
  const message = await findDeliverable(scope, messageId)
  const outbound = message && (await content(message))
  if (!outbound || message.whatsappId === null) return
  const { whatsapp } = scope.ports
  const { waJid: jid } = message
  await overConnection(scope, message.whatsappId, (open) => whatsapp.send(open, { waId, jid, content: outbound }))
}
