import type { Identity, InboundDelete, InboundEdit, InboundMessage, InboundReaction } from '../src/whatsapp/contract'

let made = 0
const nextId = () => `3A${String(++made).padStart(18, '0')}`

/** Somebody on WhatsApp: by number, by LID or by both; the address is that of the first given unless told. */
export function person(number: string | null, lid: string | null = null, jid?: string): Identity {
  const address = number === null ? `${lid}@lid` : `${number}@s.whatsapp.net`
  return { number, lid, jid: jid ?? address, isGroup: false }
}
export const group = (digits = '120363000000000001'): Identity => ({
  number: null,
  lid: null,
  jid: `${digits}@g.us`,
  isGroup: true,
})

/** A customer's text of just now, unless told otherwise. */
export function text(values: Partial<InboundMessage> = {}): InboundMessage {
  return {
    type: 'message',
    waId: nextId(),
    chat: person('5511988887777'),
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
/** The same typed on the owner's phone. */
export const typed = (values: Partial<InboundMessage> = {}) =>
  text({ fromMe: true, pushName: '', ack: 1, late: true, body: 'Já respondo', ...values })

export function edit(target: InboundMessage, body: string, values: Partial<InboundEdit> = {}): InboundEdit {
  const { chat, waId, fromMe } = target
  return { type: 'edit', waId: nextId(), chat, targetWaId: waId, fromMe, body, at: new Date().toISOString(), ...values }
}
export function revoke(target: InboundMessage, values: Partial<InboundDelete> = {}): InboundDelete {
  const { chat, waId, fromMe } = target
  return { type: 'delete', waId: nextId(), chat, targetWaId: waId, fromMe, at: new Date().toISOString(), ...values }
}
export function reaction(
  target: InboundMessage,
  emoji: string,
  values: Partial<InboundReaction> = {},
): InboundReaction {
  return {
    type: 'reaction',
    waId: nextId(),
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
