import { encodeWAMessage, type proto } from '@whiskeysockets/baileys'
import type { Companion } from './companion'
import { type BuiltMessage, plaintextOf } from './content'
import type { CustomerPhone } from './customer-phone'
import { Group } from './groups'
import type { OwnerPhone } from './owner-phone'
import type { Bundle } from './signal-phone'
import { seconds, stanza } from './stanza'

type Attributes = Record<string, string | undefined>

/** Encrypts a message for every linked device of the owner and hands it to the server. */
export async function postToOwner(from: CustomerPhone, owner: OwnerPhone, id: string, built: BuiltMessage) {
  const body = plaintextOf(built)
  owner.keep({ remoteJid: from.jid, fromMe: false, id }, built.message, from.name)
  const attributes = envelope(from, owner, id)
  for (const companion of owner.companions.values()) await post(from, companion, attributes, built, body)
}

/** One `skmsg` for all, and the sender key to devices that lack it; other customers get it inside the emulator. */
export async function postToGroup(from: CustomerPhone, group: Group, id: string, built: BuiltMessage) {
  for (const member of group.members) {
    if (member !== from) member.receiveDirectly(from, group, id, built.message)
  }
  const sender = from.signal.groupSender(group.jid)
  const lacking = group.companions().filter(({ address }) => !sender.known.has(address))
  // Made before encrypting: whoever gets the key must be able to read this very message.
  const key = lacking.length > 0 ? encodeWAMessage(withSenderKey(from, group)) : undefined
  const skmsg = sender.encrypt(plaintextOf(built))
  const participant = from.addressIn(group)
  const { type, edit, mediatype } = built
  for (const companion of group.companions()) {
    companion.owner.keep({ remoteJid: group.jid, fromMe: false, id, participant }, built.message, from.name)
    const content = [stanza('enc', { v: '2', type: 'skmsg', mediatype }, damaged(from, skmsg))]
    if (key && lacking.includes(companion)) {
      const sealed = await from.signal.encrypt(companion.address, key, () => companion.takeBundle())
      sender.known.add(companion.address)
      content.unshift(stanza('enc', { v: '2', type: sealed.type }, sealed.body))
    }
    companion.deliver(stanza('message', { ...envelope(from, group, id), type, edit }, content))
  }
}

/** A fresh copy on a fresh session, for one device that could not read the first (wire §5). */
export async function postAgain(
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
  await from.signal.renew(companion.address, bundle ?? companion.takeBundle())
  const message = to instanceof Group ? withSenderKey(from, to, built.message) : built.message
  await post(from, companion, envelope(from, to, id), built, plaintextOf({ ...built, message }), count)
}

async function post(
  from: CustomerPhone,
  companion: Companion,
  attributes: Attributes,
  { type: messageType, edit, mediatype, unavailable }: BuiltMessage,
  body: Buffer,
  count?: string,
) {
  const { type, body: bytes } = await from.signal.encrypt(companion.address, body, () => companion.takeBundle())
  const content =
    unavailable || from.network.faults.empties()
      ? stanza('unavailable', { type: unavailable })
      : stanza('enc', { v: '2', type, mediatype, count }, count === undefined ? damaged(from, bytes) : bytes)
  companion.deliver(stanza('message', { ...attributes, type: messageType, edit }, [content]))
}

function damaged({ network }: CustomerPhone, bytes: Buffer) {
  if (!network.faults.garbles()) return bytes
  const copy = Buffer.from(bytes)
  copy[copy.length - 1]! ^= 0xff // inside the MAC or the signature
  return copy
}

function withSenderKey(from: CustomerPhone, group: Group, message: proto.IMessage = {}): proto.IMessage {
  const axolotlSenderKeyDistributionMessage = from.signal.groupSender(group.jid).distribution()
  return { ...message, senderKeyDistributionMessage: { groupId: group.jid, axolotlSenderKeyDistributionMessage } }
}

/** Stanza attributes by addressing (table in wire §5). */
function envelope(from: CustomerPhone, to: OwnerPhone | Group, id: string): Attributes {
  const common = { id, t: seconds(), notify: from.name }
  const number = from.hideNumber ? undefined : from.pnJid
  if (to instanceof Group) {
    const participant = from.addressIn(to)
    return to.addressing === 'lid'
      ? { ...common, from: to.jid, participant, participant_pn: number, addressing_mode: 'lid' }
      : { ...common, from: to.jid, participant, participant_lid: from.toldLid }
  }
  return from.addressing === 'lid'
    ? { ...common, from: from.lidJid, sender_pn: number, addressing_mode: 'lid' }
    : { ...common, from: from.pnJid, sender_lid: from.toldLid }
}
