import type { Connection } from './connection'
import { acceptMessage } from './messages'
import { answerQuery } from './queries'
import { acceptAck, acceptReceipt } from './receipts'
import { acceptCall, acceptChatState, acceptPresence } from './signals'
import type { Stanza } from './stanza'

/** Handlers of stanzas from devices by tag. Other tags, such as `ib`, need no answer. */
const handlers: Record<string, (connection: Connection, node: Stanza) => void> = {
  iq: answerQuery,
  message: acceptMessage,
  receipt: acceptReceipt,
  ack: acceptAck,
  presence: acceptPresence,
  chatstate: acceptChatState,
  call: acceptCall,
}

export function handleStanza(connection: Connection, node: Stanza) {
  handlers[node.tag]?.(connection, node)
}
