import type { Message } from '../../../../../src/features/inbox/messages/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { MediaType } from '../../../../../src/shared/enums'
import { isPlayedType } from '../../../../../src/shared/sound'
import { replaceVariables } from '../../../../../src/shared/variables'
import type { Draft } from '../../../../lib/outbox/entries'
import { me } from '../../../../lib/session'
import { variableContext } from './variable-values'

/** Negative ids for messages that the server has not confirmed. */
let lastLocal = 0

/** Message as the server will create it, to show before the response; `at` in epoch ms. */
export function localMessage(ticket: Ticket, draft: Draft, at: number, preview?: string): Message {
  const { body, quoted, file } = draft
  return {
    id: --lastLocal,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    waId: '',
    body: replaceVariables(body, variableContext(ticket)),
    fromMe: true,
    origin: 'agent',
    userId: me.peek()?.id ?? null,
    senderName: me.peek()?.name ?? '',
    mediaType: draftType(draft),
    mediaStatus: file ? 'ready' : null,
    mediaUrl: preview ?? null,
    detail: detailOf(draft),
    ack: 0,
    error: null,
    isDeleted: false,
    isEdited: false,
    read: true,
    quotedMsg: quoted,
    reactions: [],
    createdAt: new Date(at).toISOString(),
  }
}

function draftType({ file, voice, sticker, location, contact }: Draft): MediaType {
  if (location) return 'locationMessage'
  if (contact) return 'contactMessage'
  if (!file) return 'chat'
  return sticker ? 'sticker' : mediaTypeOf(file, voice !== undefined)
}

function detailOf({ file, voice, location, contact }: Draft): Message['detail'] {
  if (location) return location
  if (contact) return { contacts: [{ name: contact.name, numbers: [`+${contact.number}`] }] }
  if (!file) return null
  return { fileName: file.name, mime: file.type, size: file.size, ...(voice && { voice: true, ...voice }) }
}

/** Message type the server will choose: files that WhatsApp does not show inline are sent as documents. */
export function mediaTypeOf({ type }: { type: string }, isVoice = false): MediaType {
  if (isVoice || isPlayedType(type)) return 'audio'
  if (['image/jpeg', 'image/png', 'image/webp'].includes(type)) return 'image'
  return type === 'video/mp4' ? 'video' : 'application'
}
