import type { Companion } from './companion'
import type { Connection } from './connection'
import { answerMediaRetry } from './media-retry'
import type { OwnerPhone } from './owner-phone'
import { bundleOf } from './prekeys'
import { child, children, type Stanza, stanza } from './stanza'

const stageByReceiptType = { inactive: 'delivered', read: 'read', played: 'played' } as const

/** Handles a receipt of a linked device: sends the ack, removes the message from the queue, informs its author. */
export function acceptReceipt(connection: Connection, node: Stanza) {
  const { companion } = connection
  const { id = '', to, type, participant } = node.attrs
  connection.send(stanza('ack', { class: 'receipt', id, from: to, type, participant }))
  if (!companion) return
  if (type === 'retry') return resendMessage(companion, node)
  if (type === 'server-error') return answerMediaRetry(companion, node)
  const ids = [id, ...children(children(node)[0]).map(({ attrs }) => attrs.id ?? '')]
  for (const each of ids) companion.acknowledge('message', each)
  const stage = type === undefined ? 'delivered' : stageByReceiptType[type as keyof typeof stageByReceiptType]
  const writer = connection.network.findPhone(participant ?? to ?? '')
  if (!stage || !writer) return
  if ('advanceStage' in writer) for (const each of ids) writer.advanceStage(each, stage)
  else if (writer !== companion.owner) forwardReceipt(companion, writer, node)
}

/** Forwards a receipt to the devices of another owner, the author of the message. */
function forwardReceipt(from: Companion, to: OwnerPhone, node: Stanza) {
  const address = node.attrs.to?.endsWith('@lid') ? from.lid : from.jid
  to.deliverToCompanions(stanza('receipt', { ...node.attrs, to: undefined, from: address }, node.content))
}

function resendMessage(companion: Companion, node: Stanza) {
  const { id = '', to = '', participant } = node.attrs
  const { network } = companion.owner
  const count = child(node, 'retry')?.attrs.count ?? '1'
  companion.expectRetry(id)
  const writer = network.findPhone(participant ?? to)
  const again = writer && 'resend' in writer ? writer.resend(companion, id, count, bundleOf(node)) : undefined
  again?.catch((error) => network.log(`retry of ${id}: ${error}`))
}

/** Handles an ack of a linked device: acknowledges a stanza, or with an error refuses a message. */
export function acceptAck({ companion }: Connection, { attrs }: Stanza) {
  const { class: acknowledged = '', id = '', type, error } = attrs
  if (acknowledged === 'message' && error) companion?.handleRefusal(id)
  else companion?.acknowledge(acknowledged, id, type)
}
