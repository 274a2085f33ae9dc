import type { JobHandler } from '../../core/jobs/job'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { OutboundContent } from '../../whatsapp/contract'
import { overConnection, placesOfConnection } from '../../whatsapp/open-connection'
import { type Deliverable, findDeliverable } from './deliver'

/** An edit, deletion or reaction of a message that has its own row; `waId` is the id of the stanza sent for it. */
interface About {
  messageId: number
  waId: string
}

const ourReaction = hot<{ messageId: number }>()((db, p) =>
  db.select('reactions').select('emoji').where('messageId', '=', p('messageId')).where('sender', '=', 'me'),
)
const writerOf = hot<{ id: number }>()((db, p) => db.select('messages').select('participant').where('id', '=', p('id')))

/** Sends the body as it is now: several edits in a row may leave as one. */
export const editDelivered: JobHandler<About> = {
  ...placesOfConnection,
  run: (scope, about) =>
    tell(scope, about, ({ waId, body, isDeleted }) => (isDeleted ? null : { type: 'edit', targetWaId: waId, body })),
}

export const revokeDelivered: JobHandler<About> = {
  ...placesOfConnection,
  run: (scope, about) => tell(scope, about, ({ waId }) => ({ type: 'delete', targetWaId: waId })),
}

export const sendReaction: JobHandler<About> = {
  ...placesOfConnection,
  run: (scope, about) =>
    tell(scope, about, async ({ id, waId, fromMe }) => ({
      type: 'reaction',
      targetWaId: waId,
      targetFromMe: fromMe === 1,
      participant: (await scope.db.first(writerOf, { id }))?.participant || null,
      emoji: (await scope.db.first(ourReaction, { messageId: id }))?.emoji ?? '',
    })),
}

type Content = OutboundContent | null

async function tell(
  scope: Scope,
  { messageId, waId }: About,
  content: (about: Deliverable) => Content | Promise<Content>,
) {
  const message = await findDeliverable(scope, messageId)
  const what = message && (await content(message))
  if (!what || message.whatsappId === null) return
  const { whatsapp } = scope.ports
  const { waJid: jid } = message
  await overConnection(scope, message.whatsappId, (open) => whatsapp.send(open, { waId, jid, content: what }))
}
