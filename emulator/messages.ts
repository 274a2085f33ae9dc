import type { Companion } from './companion'
import type { Connection } from './connection'
import { isGroupJid, parseJid } from './jid'
import type { Network } from './network'
import type { Envelope, Phone } from './phone'
import { child, children, type Stanza, stanza, unixSeconds } from './stanza'

/** Handles a message of a linked device: sends the ack, then one envelope to each recipient. */
export function acceptMessage(connection: Connection, node: Stanza) {
  const { network, companion } = connection
  if (!companion) return
  if (network.faults.takeBreak()) {
    connection.cut()
    return
  }
  const error = network.faults.takeAckError(companion.owner.number) ?? companion.owner.newChats.refusalOf(node)
  const { id, to } = node.attrs
  const ack = stanza('ack', { class: 'message', id, from: to, t: unixSeconds(), error })
  const { acksReleased: acksHeld } = network.faults
  if (acksHeld) void acksHeld.then(() => connection.send(ack))
  else connection.send(ack)
  if (!error) routeMessage(network, companion, node)
}

function routeMessage(network: Network, from: Companion, node: Stanza) {
  const { id = '', to = '', category, participant } = node.attrs
  const direct = children(node).filter(({ tag }) => tag === 'enc')
  const copies = children(child(node, 'participants'))
  const base = { id, from, chat: chatOf(node), peer: category === 'peer' }
  if (isGroupJid(to) && !participant) {
    deliverToGroup(network, base, direct, copies)
    return
  }
  if (direct.length > 0) deliverToDevice(network, participant ?? to, { ...base, parts: partsOf(direct) }, node)
  for (const copy of copies) {
    deliverToDevice(network, copy.attrs.jid ?? '', { ...base, parts: partsOf(children(copy)) }, node)
  }
}

/** JID of the chat without device. Copies for the sender's own devices have it in `recipient`. */
function chatOf({ attrs }: Stanza) {
  const { user, server } = parseJid(attrs.recipient ?? attrs.to ?? '')
  return `${user}@${server}`
}

/** Delivers the `skmsg` to all members, with the sender key for those that have a copy addressed to them. */
function deliverToGroup(network: Network, base: Omit<Envelope, 'parts'>, direct: Stanza[], copies: Stanza[]) {
  const keys = new Map<Phone, Stanza[]>()
  for (const copy of copies) {
    const { device } = parseJid(copy.attrs.jid ?? '')
    const phone = network.findPhone(copy.attrs.jid ?? '')
    if (phone && device === 0) keys.set(phone, children(copy))
  }
  for (const phone of network.groups.get(base.chat)?.allMembers ?? []) {
    phone.receiveEnvelope({ ...base, parts: partsOf([...(keys.get(phone) ?? []), ...direct]) })
  }
}

function deliverToDevice(network: Network, jid: string, envelope: Envelope, node: Stanza) {
  const { device } = parseJid(jid)
  const phone = network.findPhone(jid)
  if (!phone || ('blockedOwners' in phone && phone.blockedOwners.has(envelope.from.owner.number))) return
  if (device === 0) phone.receiveEnvelope(envelope)
  else if ('companions' in phone) deliverToCompanion(phone.companions.get(device), envelope, node)
  else phone.devices.get(device)?.receiveEnvelope(envelope)
}

/** Delivers to another linked device: of the same owner (a copy with `recipient`), or of another owner. */
function deliverToCompanion(to: Companion | undefined, { id, from, chat, parts }: Envelope, node: Stanza) {
  if (!to || to === from) return
  const lid = chat.endsWith('@lid')
  const isOwnDevice = to.owner === from.owner
  const attributes = {
    id,
    from: lid ? from.lid : from.jid,
    type: node.attrs.type,
    edit: node.attrs.edit,
    t: unixSeconds(),
    notify: from.owner.name,
    recipient: isOwnDevice ? chat : undefined,
    sender_lid: isOwnDevice || lid ? undefined : from.owner.lidJid,
    sender_pn: isOwnDevice || !lid ? undefined : from.owner.pnJid,
    addressing_mode: lid ? 'lid' : undefined,
  }
  const content = parts.map(({ type, body }) => stanza('enc', { v: '2', type }, body))
  const identity = child(node, 'device-identity')
  to.deliver(stanza('message', attributes, identity ? [...content, identity] : content))
}

const partsOf = (nodes: Stanza[]) =>
  nodes
    .filter(({ tag }) => tag === 'enc')
    .map(({ attrs, content }) => ({ type: attrs.type ?? '', body: Buffer.from(content as Uint8Array) }))
