import type { proto } from '@whiskeysockets/baileys'
import type { ChatView } from './content'
import type { OwnerPhone } from './owner-phone'
import type { Phone } from './phone'

/** Chat of an owner's phone: with one customer, or with a group. */
export interface Chat {
  readonly members: Iterable<Receiver>
  /** JID of the chat at linked devices. */
  readonly jid: string
  /** Message keys and quoted messages of this chat, as that phone refers to them. */
  viewOf(phone: Phone): ChatView
  /** Stanza attributes of the copy for linked devices when the owner's phone sends a message. */
  ownCopyAttributes(owner: OwnerPhone): Record<string, string | undefined>
}

/** Phone that takes messages of other simulated phones directly; no Signal encryption is needed inside the emulator. */
export interface Receiver {
  receiveDirectly(from: Phone, chat: Chat, id: string, message: proto.IMessage): void
}
