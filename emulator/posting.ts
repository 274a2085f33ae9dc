import { encodeWAMessage, type proto } from '@whiskeysockets/baileys'
import type { Companion } from './companion'
import { type BuiltMessage, plaintextOf } from './content'
import type { CustomerPhone } from './customer-phone'
import { Group } from './groups'
import type { OwnerPhone } from './owner-phone'
import type { Bundle } from './signal-phone'
import { stanza, unixSeconds } from './stanza'

type Attributes = Record<string, string | undefined>

/** Encrypts a message for every linked device of the owner and delivers it. */
export async function postToOwner(from: CustomerPhone, owner: OwnerPhone, id: string, built: BuiltMessage) {
  const body = plaintextOf(built)
  owner.storeMessage({ remoteJid: from.jid, fromMe: false, id }, built.message, from.name)
  const attributes = envelopeAttributes(from, owner, id)
  for (const companion of owner.companions.values()) await postToCompanion(from, companion, attributes, built, body)
}

/**
 * Delivers one `skmsg` to all linked devices of the group, with the sender key for devices that lack it. Customers
 * receive the message directly, without encryption.
 */
export async function postToGroup(from: CustomerPhone, group: Group, id: string, built: BuiltMessage) {
  for (const member of group.members) {
    if (member !== from) member.receiveDirectly(from, group, id, built.message)
  }
  const sender = from.signal.groupSender(group.jid)
  const lacking = group.companions().filter(({ address }) => !sender.devicesWithKey.has(address))
  // Encoded before the chain advances, so that the receiver of the key can read this message.
  const key = lacking.length > 0 ? encodeWAMessage(withSenderKey(from, group)) : undefined
  const skmsg = sender.encrypt(plaintextOf(built))
  const participant = from.addressIn(group)
  const { type, edit, mediatype } = built
  for (const companion of group.companions()) {
    companion.owner.storeMessage({ remoteJid: group.jid, fromMe: false, id, participant }, built.message, from.name)
    const content = [stanza('enc', { v: '2', type: 'skmsg', mediatype }, damageIfFaulty(from, skmsg))]
    if (key && lacking.includes(companion)) {
      const sealed = await from.signal.encrypt(companion.address, key, () => companion.takeBundle())
      sender.devicesWithKey.add(companion.address)
      content.unshift(stanza('enc', { v: '2', type: sealed.type }, sealed.body))
    }
    companion.deliver(stanza('message', { ...envelopeAttributes(from, group, id), type, edit }, content))
  }
}

/** Encrypts a message again in a new session, for one device that could not read it. */
export async function postRetry(
  from: CustomerPhone,
  companion: Companion,
  {
    id,
    to,
    built,
    count,
    bundle,
  }: { id: string; to: OwnerPhone | Group; built: BuiltMessage; count: string; bundle?: Bundle },
) {
  await from.signal.startSession(companion.address, bundle ?? companion.takeBundle())
  const message = to instanceof Group ? withSenderKey(from, to, built.message) : built.message
  await postToCompanion(
    from,
    companion,
    envelopeAttributes(from, to, id),
    built,
    plaintextOf({ ...built, message }),
    count,
  )
}

async function postToCompanion(
  from: CustomerPhone,
  companion: Companion,
  attributes: Attributes,
  { type: messageType, edit, mediatype, unavailable }: BuiltMessage,
  body: Buffer,
  count?: string,
) {
  const { type, body: bytes } = await from.signal.encrypt(companion.address, body, () => companion.takeBundle())
  const content =
    unavailable || from.network.faults.takeEmptyContent()
      ? stanza('unavailable', { type: unavailable })
      : stanza('enc', { v: '2', type, mediatype, count }, count === undefined ? damageIfFaulty(from, bytes) : bytes)
  companion.deliver(stanza('message', { ...attributes, type: messageType, edit }, [content]))
}

function damageIfFaulty({ network }: CustomerPhone, bytes: Buffer) {
  if (!network.faults.takeDamage()) return bytes
  const copy = Buffer.from(bytes)
  copy[copy.length - 1]! ^= 0xff // byte of the MAC or signature
  return copy
}

function withSenderKey(from: CustomerPhone, group: Group, message: proto.IMessage = {}): proto.IMessage {
  const axolotlSenderKeyDistributionMessage = from.signal.groupSender(group.jid).distribution()
  return { ...message, senderKeyDistributionMessage: { groupId: group.jid, axolotlSenderKeyDistributionMessage } }
}

/** Stanza attributes by addressing (table in docs/whatsapp.md, "Receiving"). */
function envelopeAttributes(from: CustomerPhone, to: OwnerPhone | Group, id: string): Attributes {
  const attributes = { id, t: unixSeconds(), notify: from.name }
  const number = from.hideNumber ? undefined : from.pnJid
  if (to instanceof Group) {
    const participant = from.addressIn(to)
    return to.addressing === 'lid'
      ? { ...attributes, from: to.jid, participant, participant_pn: number, addressing_mode: 'lid' }
      : { ...attributes, from: to.jid, participant, participant_lid: from.announcedLid }
  }
  return from.addressing === 'lid'
    ? { ...attributes, from: from.lidJid, sender_pn: number, addressing_mode: 'lid' }
    : { ...attributes, from: from.pnJid, sender_lid: from.announcedLid }
}
