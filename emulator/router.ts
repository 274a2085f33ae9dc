import type { Connection } from './connection'
import { acceptMessage } from './messages'
import { answerQuery } from './queries'
import { acceptAck, acceptReceipt } from './receipts'
import { acceptCall, acceptChatState, acceptPresence } from './signals'
import type { Stanza } from './stanza'

/** Where each kind of stanza from a device goes. Other kinds need no answer (`ib`, for instance). */
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
