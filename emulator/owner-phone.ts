import { deflateSync } from 'node:zlib'
import { encodeWAMessage, proto } from '@whiskeysockets/baileys'
import { BoundedMap } from './bounded-map'
import { Companion, type CompanionKeys } from './companion'
import { type BuiltMessage, buildMessage, type Content, newMessageId } from './content'
import type { CustomerPhone } from './customer-phone'
import type { Group } from './groups'
import type { KeyPair } from './keys'
import type { Network } from './network'
import { type Envelope, Phone } from './phone'
import { readMessage } from './reading'
import { type Stanza, stanza, unixSeconds } from './stanza'

/** What the phone keeps of a message that reached its account, for those who ask again. */
interface StoredMessage {
  key: proto.IMessageKey
  message: proto.IMessage
  at: number
  name?: string
}

/** The phone that links the product as a companion device. */
export class OwnerPhone extends Phone {
  readonly companions = new Map<number, Companion>()
  nextDevice = 1
  private readonly messages = new BoundedMap<StoredMessage>(20_000)

  constructor(network: Network, number: string, name = 'Loja', identity?: KeyPair) {
    super(network, number, name, identity)
  }

  /** Scans the QR code that a device shows, and waits until the device is linked. */
  scan(qrText: string): Promise<void> {
    return this.network.pairing.scan(this, qrText)
  }

  /** Enters the eight-character code that a device shows, and waits until the device is linked. */
  enterCode(code: string): Promise<void> {
    return this.network.linkCodes.enterCode(this, code)
  }

  /** Removes all linked devices, as "log out" in the phone's list does; a live one hears it at once. */
  unlink() {
    for (const companion of this.companions.values()) {
      const reason = [stanza('conflict', { type: 'device_removed' })]
      companion.connection?.end(stanza('stream:error', { code: '401' }, reason))
      this.remove(companion)
    }
  }

  link(keys: CompanionKeys): Companion {
    const companion = new Companion(this, this.nextDevice++, keys)
    this.announceDeviceChange('add', companion)
    this.companions.set(companion.device, companion)
    this.network.markChanged()
    return companion
  }

  remove(companion: Companion) {
    this.companions.delete(companion.device)
    this.announceDeviceChange('remove', companion)
    this.network.markChanged()
  }

  /** A message typed on this phone: the other side gets it, and linked devices get their copy. */
  async typeMessage(to: CustomerPhone | Group, content: Content): Promise<string> {
    const id = newMessageId()
    const built = buildMessage(content, to.viewOf(this), this.network.media)
    for (const person of to.members) person.receiveDirectly(this, to, id, built.message)
    const jid = to.jid
    this.storeMessage({ remoteJid: jid, fromMe: true, id }, built.message)
    const deviceSentMessage = { destinationJid: jid, message: built.message }
    const body = encodeWAMessage({ deviceSentMessage } as proto.IMessage)
    for (const companion of this.companions.values()) {
      await this.encryptAndDeliver(companion, { id, t: unixSeconds(), ...to.ownCopyAttributes(this) }, built, body)
    }
    return id
  }

  /** Encrypts for a linked device and hands the stanza to the server. */
  async encryptAndDeliver(
    companion: Companion,
    attributes: Record<string, string | undefined>,
    built: BuiltMessage,
    body: Buffer,
  ) {
    const { type, body: content } = await this.signal.encrypt(companion.address, body, () => companion.takeBundle())
    const enc = stanza('enc', { v: '2', type, mediatype: built.mediatype }, content)
    companion.deliver(stanza('message', { type: built.type, edit: built.edit, ...attributes }, [enc]))
  }

  /** Remembers a message of the account, so that a placeholder can be filled later. */
  storeMessage(key: proto.IMessageKey, message: proto.IMessage, name?: string) {
    this.messages.set(key.id!, { key, message, at: Math.floor(Date.now() / 1000), name })
  }

  findMessage(id: string) {
    return this.messages.get(id)
  }

  protected showMessage(envelope: Envelope, message: proto.IMessage) {
    const { id } = envelope
    // Baileys wraps even its requests to the phone as copies.
    const content = message.deviceSentMessage?.message ?? message
    const request = content.protocolMessage?.peerDataOperationRequestMessage
    if (request) {
      this.answerPeerRequest(envelope, request).catch((error) => this.network.log(`${this.number}: ${error}`))
      return
    }
    const chat = message.deviceSentMessage?.destinationJid ?? envelope.chat
    this.storeMessage({ remoteJid: chat, fromMe: true, id }, content)
    const read = readMessage(content, this.network.media)
    if (read) this.inbox.add({ id, at: Date.now(), from: envelope.from.owner.number, chat, ...read })
  }

  protected sendDeliveryReceipt({ from, chat, id }: Envelope) {
    if (from.owner === this) return
    from.deliver(stanza('receipt', { ...this.receiptSender(chat), id, t: unixSeconds() }))
  }

  /** A linked device asks for messages it could not read (wire §5). */
  private async answerPeerRequest({ id, from }: Envelope, request: proto.Message.IPeerDataOperationRequestMessage) {
    const results = (request.placeholderMessageResendRequest ?? []).flatMap(({ messageKey }) => {
      const kept = this.messages.get(messageKey?.id ?? '')
      return kept ? [{ placeholderMessageResendResponse: { webMessageInfoBytes: webMessage(messageKey!, kept) } }] : []
    })
    if (results.length === 0) return
    const protocolMessage = {
      type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: request.peerDataOperationRequestType,
        stanzaId: id,
        peerDataOperationResult: results,
      },
    }
    await this.sendPeer(from, { protocolMessage })
  }

  /** Sends its linked devices the recent history, in which chats bear the names of the address book. */
  async sendAddressBook(people: { jid: string; name: string }[]) {
    const { HistorySyncType } = proto.HistorySync
    const conversations = people.map(({ jid, name }) => ({ id: jid, name }))
    const history = { syncType: HistorySyncType.INITIAL_BOOTSTRAP, conversations, chunkOrder: 1, progress: 100 }
    const packed = deflateSync(proto.HistorySync.encode(history).finish())
    const historySyncNotification = {
      syncType: HistorySyncType.INITIAL_BOOTSTRAP as number,
      chunkOrder: 1,
      progress: 100,
      initialHistBootstrapInlinePayload: packed,
    }
    const type = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION
    for (const companion of this.companions.values())
      await this.sendPeer(companion, { protocolMessage: { type, historySyncNotification } })
  }

  /** A message from the phone to its own device, never shown in a chat. */
  async sendPeer(companion: Companion, message: proto.IMessage) {
    const attributes = { from: this.pnJid, id: newMessageId(), t: unixSeconds(), category: 'peer' }
    await this.encryptAndDeliver(companion, attributes, { message, type: 'text' }, encodeWAMessage(message))
  }

  /** The other linked devices hear when the list changes: they encrypt for each other. */
  private announceDeviceChange(change: 'add' | 'remove', companion: Companion) {
    const id = `devices-${companion.address}-${change}`
    const attributes = { from: this.pnJid, type: 'devices', id, t: unixSeconds() }
    this.deliverToCompanions(stanza('notification', attributes, [stanza(change, {}, deviceNodes(companion))]))
  }

  /** A stanza that concerns the account goes to every linked device. */
  deliverToCompanions(node: Stanza) {
    for (const companion of this.companions.values()) companion.deliver(node)
  }
}

/** Both forms of the address, because devices keep their lists by either. */
function deviceNodes({ device, jid, lid }: Companion) {
  return [jid, lid].map((each) => stanza('device', { jid: each, 'key-index': String(device) }))
}

function webMessage(key: proto.IMessageKey, { message, at, name }: StoredMessage) {
  return proto.WebMessageInfo.encode({ key, message, messageTimestamp: at, pushName: name }).finish()
}
