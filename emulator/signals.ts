import type { Connection } from './connection'
import type { CustomerPhone } from './customer-phone'
import { child, children, type Stanza, stanza } from './stanza'

/** Answers a presence subscription with the customer's presence. */
export function acceptPresence(connection: Connection, { attrs }: Stanza) {
  const person = attrs.type === 'subscribe' ? findCustomer(connection, attrs.to) : undefined
  if (person) connection.companion?.sendIfOnline(person.presenceNode())
}

export function acceptChatState(connection: Connection, node: Stanza) {
  const inner = children(node)[0]
  const state = inner?.attrs.media === 'audio' ? 'recording' : inner?.tag
  const person = findCustomer(connection, node.attrs.to)
  if (state && person) person.presence.push({ at: Date.now(), from: connection.number, state })
}

/** Sends the ack of a call stanza; `<reject>` declines a ringing call. */
export function acceptCall(connection: Connection, node: Stanza) {
  connection.send(
    stanza('ack', { class: 'call', id: node.attrs.id, from: node.attrs.to, type: children(node)[0]?.tag }),
  )
  const reject = child(node, 'reject')
  const call = findCustomer(connection, node.attrs.to)?.calls.get(reject?.attrs['call-id'] ?? '')
  if (call?.state === 'ringing') call.state = 'rejected'
}

function findCustomer({ network }: Connection, jid = ''): CustomerPhone | undefined {
  const phone = network.findPhone(jid)
  return phone && 'presence' in phone ? phone : undefined
}
