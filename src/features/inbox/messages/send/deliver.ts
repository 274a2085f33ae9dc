import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { parseJson } from '../../../../shared/json'
import type { OutboundContent } from '../../../../whatsapp/contract'
import { overConnection, placesOfConnection } from '../../../../whatsapp/open-connection'
import { setAck } from '../acks'
import type { MessageDetail } from '../model'
import { withQuoted } from '../read/read'
import { laneOf } from './send'
import { newWaId } from './wa-id'

const deliverable = hot<{ id: number }>()((db, p) =>
  withQuoted(db)
    .innerJoin('contacts', 'contacts.id', 'messages.contactId')
    .leftJoin('media', 'media.id', 'messages.mediaId')
    .select([
      'messages.id',
      'messages.ticketId',
      'messages.whatsappId',
      'messages.waId',
      'messages.body',
      'messages.ack',
    ])
    .select(['messages.fromMe', 'messages.mediaType', 'messages.detail', 'messages.isDeleted', 'contacts.waJid'])
    .select(['media.path', 'media.mime', 'media.originalName', 'q.proto as quotedProto'])
    .where('messages.id', '=', p('id')),
)
export type Deliverable = NonNullable<(typeof deliverable)['row']>
type MessageContent = Pick<Deliverable, 'body' | 'path' | 'mime' | 'originalName' | 'mediaType' | 'detail'>

const setProto = hot<{ id: number; proto: Uint8Array; now: string }>()((db, p) =>
  db
    .update('messages')
    .set({ proto: p('proto'), updatedAt: p('now') })
    .where('id', '=', p('id'))
    .returning('isDeleted'),
)

/**
 * Hands one message to WhatsApp and waits for WhatsApp's answer, so that no later message of the same lane overtakes it
 * after a lost connection or a restart. May run twice: the message id comes from the row, so WhatsApp recognises the
 * repeat. A message that WhatsApp has taken or refused is skipped.
 */
export const deliverMessage: JobHandler<{ messageId: number }> = {
  // Last resort: uploads, requests and answers have their own timeouts (whatsapp/options.ts), and a connection without
  // frames ends all of them. A file of 64 MB may take ten minutes on a slow connection, to each of two hosts.
  timeoutSeconds: 1800,
  ...placesOfConnection,
  // High on purpose: the work is small and equal for every message, so it is unlikely to have ended the process.
  // Restarts for other reasons, such as exhausted memory, must not make it give up sendable messages.
  interruptions: 100,
  async run(scope, { messageId }) {
    const message = await scope.db.first(deliverable, { id: messageId })
    if (message?.ack !== 0 || message.isDeleted === 1 || message.whatsappId === null) return
    const { whatsappId, waId, waJid: jid, quotedProto: quoted } = message
    const content = await contentOf(scope, message)
    const { whatsapp } = scope.ports
    const written = (proto: Uint8Array) => storeProto(scope, message, proto)
    const outbound = { waId, jid, content, quoted, written }
    await overConnection(scope, whatsappId, (open) => whatsapp.send(open, outbound))
  },
  parked: (scope, { messageId }) =>
    scope.transaction(async (scope) => {
      const message = await scope.db.first(deliverable, { id: messageId })
      if (message?.whatsappId)
        await setAck(scope, message.whatsappId, { waId: message.waId, ack: -1, error: 'ERR_SENDING_WAPP_MSG' })
    }),
}

/** Stores the encoded message as it leaves: the recipient may request it again before WhatsApp has answered. */
const storeProto = (scope: Scope, message: Deliverable, proto: Uint8Array) =>
  scope.transaction(async (scope) => {
    const stored = await scope.db.first(setProto, { id: message.id, proto, now: new Date().toISOString() })
    if (stored?.isDeleted === 1) await revokeLater(scope, message) // deleted while it was being sent
  })

export const findDeliverable = (scope: Scope, id: number): Promise<Deliverable | undefined> =>
  scope.db.first(deliverable, { id })

/** Enqueues the revocation at WhatsApp, after the remaining messages of the same ticket. */
export const revokeLater = (scope: Scope, message: { id: number; whatsappId: number | null; ticketId: number }) =>
  scope.enqueue(
    'message.revoke',
    { messageId: message.id, waId: newWaId() },
    { lane: laneOf(message), group: `wa:${message.whatsappId}` },
  )

const locationOf = ({ latitude = 0, longitude = 0, address }: MessageDetail): OutboundContent => ({
  type: 'location',
  latitude,
  longitude,
  address,
})

/** Content of a message as WhatsApp gets it. */
export async function contentOf(
  scope: Scope,
  { body, path, mime, originalName, mediaType, detail: text }: MessageContent,
): Promise<OutboundContent> {
  const detail: MessageDetail = text === null ? {} : parseJson(text)
  const { forwarded } = detail
  if (mediaType === 'locationMessage') return locationOf(detail)
  if (mediaType === 'contactMessage') return { type: 'contacts', contacts: detail.contacts ?? [] }
  if (path === null) return { type: 'text', body, forwarded }
  const { seconds, waveform, width, height, thumbnail, voice } = detail
  return {
    type: 'media',
    kind: voice
      ? 'voice'
      : mediaType === 'application'
        ? 'document'
        : (mediaType as 'image' | 'video' | 'audio' | 'sticker'),
    path: await scope.ports.media.locate(path),
    mime: detail.mime ?? mime ?? 'application/octet-stream',
    fileName: originalName ?? 'file',
    caption: body,
    forwarded,
    seconds,
    waveform,
    width,
    height,
    thumbnail: thumbnail?.slice(thumbnail.indexOf(',') + 1),
  }
}
