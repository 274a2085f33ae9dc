import type { proto } from '@whiskeysockets/baileys'
import { BoundedMap } from './bounded-map'
import type { BuiltMessage, ChatView } from './content'
import type { Group } from './groups'
import type { OwnerPhone } from './owner-phone'

export interface StoredMessage {
  /** JID of who wrote it, as the chat addresses people. */
  author: string
  fromMe: boolean
  message: proto.IMessage
  /** Of own messages: what is needed to send it again. */
  built?: BuiltMessage
  to?: OwnerPhone | Group
}

/** What a phone remembers of its chats, to quote, react to, edit, delete and send again. */
export class MessageHistory extends BoundedMap<StoredMessage> {
  constructor() {
    super(20_000)
  }

  /** How messages are pointed at in a chat. `mirrored`: seen from the other side of a 1:1 chat. */
  view(remoteJid: string, mirrored = false): ChatView {
    const inGroup = remoteJid.endsWith('@g.us')
    return {
      key: (id) => {
        const kept = this.get(id)
        const fromMe = (kept?.fromMe ?? false) !== mirrored
        return { remoteJid, fromMe, id, participant: inGroup && !fromMe ? kept?.author : undefined }
      },
      message: (id) => this.get(id),
    }
  }
}
