import type { proto } from '@whiskeysockets/baileys'
import type { ChatView } from './content'
import type { OwnerPhone } from './owner-phone'
import type { Phone } from './phone'

/** What an owner can type into: a customer or a group. */
export interface Chat {
  readonly members: Iterable<Receiver>
  /** The chat's JID as linked devices know it. */
  readonly jid: string
  /** How a message in this chat is pointed at from that phone. */
  viewOf(phone: Phone): ChatView
  /** Attributes of the copy that linked devices get of a message typed on the owner's phone (wire §5). */
  ownCopyAttributes(owner: OwnerPhone): Record<string, string | undefined>
}

/** Who can be handed a message inside the emulator, where phones need no Signal between each other. */
export interface Receiver {
  receiveDirectly(from: Phone, chat: Chat, id: string, message: proto.IMessage): void
}
