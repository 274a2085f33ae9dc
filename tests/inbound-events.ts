import type {
  Identity,
  InboundDelete,
  InboundEdit,
  InboundEncrypted,
  InboundMessage,
  InboundReaction,
} from '../src/whatsapp/received'

let createdMessages = 0
const nextWaId = () => `3A${String(++createdMessages).padStart(18, '0')}`

/** Identity of a person on WhatsApp by number, LID or both; the default JID uses the number if there is one. */
export function personIdentity(number: string | null, lid: string | null = null, jid?: string): Identity {
  const address = number === null ? `${lid}@lid` : `${number}@s.whatsapp.net`
  return { number, lid, jid: jid ?? address, isGroup: false }
}
export const groupIdentity = (digits = '120363000000000001'): Identity => ({
  number: null,
  lid: null,
  jid: `${digits}@g.us`,
  isGroup: true,
})

/** Text message that a customer sends now; `values` overrides fields. */
export function textMessage(values: Partial<InboundMessage> = {}): InboundMessage {
  return {
    type: 'message',
    waId: nextWaId(),
    chat: personIdentity('5511988887777'),
    participant: null,
    fromMe: false,
    pushName: 'Maria',
    at: new Date().toISOString(),
    late: false,
    mediaType: 'chat',
    body: 'Bom dia',
    detail: null,
    media: null,
    quoted: null,
    stub: false,
    proto: new Uint8Array([1]),
    ack: 0,
    ...values,
  }
}
/** Text message typed on the owner's phone. */
export const ownTextMessage = (values: Partial<InboundMessage> = {}) =>
  textMessage({ fromMe: true, pushName: '', ack: 1, late: true, body: 'Já respondo', ...values })

export function editOf(target: InboundMessage, body: string, values: Partial<InboundEdit> = {}): InboundEdit {
  const { chat, waId, fromMe, participant } = target
  return {
    type: 'edit',
    waId: nextWaId(),
    chat,
    targetWaId: waId,
    participant,
    fromMe,
    body,
    at: new Date().toISOString(),
    unseen: (fromMe ? ownTextMessage : textMessage)({ waId, chat, participant, body }),
    ...values,
  }
}
/** Encrypted content that opens to `opened` with any stored form of its target. */
export function encryptedOf(
  target: InboundMessage,
  opened: ReturnType<InboundEncrypted['open']>,
  values: Partial<InboundEncrypted> = {},
): InboundEncrypted {
  const { chat, waId, fromMe, participant } = target
  return {
    type: 'encrypted',
    waId: nextWaId(),
    ...{ chat, targetWaId: waId, participant, fromMe },
    kind: 'edit',
    at: new Date().toISOString(),
    open: () => opened,
    placeholder: null,
    ...values,
  }
}
export function deletionOf(target: InboundMessage, values: Partial<InboundDelete> = {}): InboundDelete {
  const { chat, waId, fromMe, participant } = target
  return {
    type: 'delete',
    waId: nextWaId(),
    chat,
    targetWaId: waId,
    participant,
    fromMe,
    at: new Date().toISOString(),
    ...values,
  }
}
export function reactionTo(
  target: InboundMessage,
  emoji: string,
  values: Partial<InboundReaction> = {},
): InboundReaction {
  return {
    type: 'reaction',
    waId: nextWaId(),
    chat: target.chat,
    targetWaId: target.waId,
    targetFromMe: target.fromMe,
    sender: target.chat,
    fromMe: false,
    emoji,
    at: new Date().toISOString(),
    ...values,
  }
}
