import type { proto } from '@whiskeysockets/baileys'
import { BoundedMap } from './bounded-map'
import type { BuiltMessage, ChatView } from './content'
import type { Group } from './groups'
import type { OwnerPhone } from './owner-phone'

interface StoredMessage {
  /** JID of the author, in the addressing of the chat (number or LID). */
  author: string
  fromMe: boolean
  message: proto.IMessage
  /** Own messages only: built content and addressee, for sending it again. */
  built?: BuiltMessage
  to?: OwnerPhone | Group
}

/** Last 20,000 messages of a phone by id, for quotes, reactions, edits, deletions and retries. */
export class MessageHistory extends BoundedMap<StoredMessage> {
  constructor() {
    super(20_000)
  }

  /**
   * View of one chat. @param self address of the phone that acts in it @param mirrored true for the other side of a
   * 1:1 chat, where `fromMe` is inverted
   */
  view(remoteJid: string, self: string, mirrored = false): ChatView {
    const inGroup = remoteJid.endsWith('@g.us')
    return {
      self,
      key: (id) => {
        const kept = this.get(id)
        const fromMe = (kept?.fromMe ?? false) !== mirrored
        return { remoteJid, fromMe, id, participant: inGroup && !fromMe ? kept?.author : undefined }
      },
      message: (id) => this.get(id),
    }
  }
}
