import type { JobHandler } from '../../core/jobs/job'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { OutboundContent } from '../../whatsapp/contract'
import { overConnection, placesOfConnection } from '../../whatsapp/open-connection'
import { type Deliverable, findDeliverable } from './deliver'

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
