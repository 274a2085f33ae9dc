import { deflateSync } from 'node:zlib'
import { encodeWAMessage, proto } from '@whiskeysockets/baileys'
import { BoundedMap } from './bounded-map'
import { Companion, type CompanionKeys } from './companion'
import { type BuiltMessage, buildMessage, type Content, newMessageId } from './content'
import type { CustomerPhone } from './customer-phone'
import type { Group } from './groups'
import type { KeyPair } from './keys'
import type { Network } from './network'
import { NewChats } from './new-chats'
import { type Envelope, Phone } from './phone'
import { readMessage } from './reading'
import { type Stanza, stanza, unixSeconds } from './stanza'

/** Message of the account, stored for devices that ask for it again. */
interface StoredMessage {
  key: proto.IMessageKey
  message: proto.IMessage
  at: number
  name?: string
}

/** Phone of a company, to which the product is linked as a companion device. */
export class OwnerPhone extends Phone {
  readonly companions = new Map<number, Companion>()
  nextDevice = 1
  readonly newChats = new NewChats(this)
  private readonly messages = new BoundedMap<StoredMessage>(20_000)

  constructor(network: Network, number: string, name = 'Loja', identity?: KeyPair) {
    super(network, number, name, identity)
  }

  /** Scans a device's QR code; resolves when the device is linked. */
  scan(qrText: string): Promise<void> {
    return this.network.pairing.scan(this, qrText)
  }

  /** Enters a device's eight-character code; resolves when the device is linked. */
  enterCode(code: string): Promise<void> {
    return this.network.linkCodes.enterCode(this, code)
  }

  /** Removes all linked devices, like "log out" in the phone's list. Connected ones receive a stream error at once. */
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

  /** Sends a message from this phone to a chat, with a copy for each linked device; returns its id. */
  async typeMessage(to: CustomerPhone | Group, content: Content): Promise<string> {
    const id = newMessageId()
    const built = buildMessage(content, to.viewOf(this), this.network.media)
    for (const person of to.members) {
      person.receiveDirectly(this, to, id, built.message)
      this.newChats.addChat(person.number)
    }
    const jid = to.jid
    this.storeMessage({ remoteJid: jid, fromMe: true, id }, built.message)
    // The data about a message stands beside the copy for linked devices, not in it.
    const { messageContextInfo, ...message } = built.message
    const deviceSentMessage = { destinationJid: jid, message }
    const body = encodeWAMessage({ deviceSentMessage, messageContextInfo } as proto.IMessage)
    for (const companion of this.companions.values()) {
      await this.encryptAndDeliver(companion, { id, t: unixSeconds(), ...to.ownCopyAttributes(this) }, built, body)
    }
    return id
  }

  /** Encrypts a message for a linked device and delivers it. */
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

  /** Stores a message of the account, from which a placeholder at a device can be filled later. */
  storeMessage(key: proto.IMessageKey, message: proto.IMessage, name?: string) {
    this.messages.set(key.id!, { key, message, at: Math.floor(Date.now() / 1000), name })
  }

  findMessage(id: string) {
    return this.messages.get(id)
  }

  protected showMessage(envelope: Envelope, message: proto.IMessage) {
    const { id } = envelope
    // Baileys wraps requests to the phone in deviceSentMessage too.
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

  /** Answers a device that asks for messages it could not read; unknown ones are left out. */
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

  /** Sends linked devices a history sync whose chats have the names of the address book. */
  async sendAddressBook(people: { jid: string; name: string }[]) {
    const { HistorySyncType } = proto.HistorySync
    const conversations = people.map(({ jid, name }) => ({ id: jid, name }))
    const history = { syncType: HistorySyncType.INITIAL_BOOTSTRAP, conversations, chunkOrder: 1, progress: 100 }
    const packed = deflateSync(proto.HistorySync.encode(history).finish())
    await this.announceHistory({ initialHistBootstrapInlinePayload: packed })
  }

  /** Uploads a deflated history sync and sends its address to linked devices. */
  async sendHistory(packed: Buffer) {
    const { url, mediaKeyTimestamp, ...history } = this.network.media.encryptAndStore(packed, 'md-msg-hist')
    await this.announceHistory(history)
  }

  private async announceHistory(content: proto.Message.IHistorySyncNotification) {
    const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP as number
    const historySyncNotification = { syncType, chunkOrder: 1, progress: 100, ...content }
    const type = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION
    for (const companion of this.companions.values())
      await this.sendPeer(companion, { protocolMessage: { type, historySyncNotification } })
  }

  /** Sends a protocol message of category `peer` to an own device; it appears in no chat. */
  async sendPeer(companion: Companion, message: proto.IMessage) {
    const attributes = { from: this.pnJid, id: newMessageId(), t: unixSeconds(), category: 'peer' }
    await this.encryptAndDeliver(companion, attributes, { message, type: 'text' }, encodeWAMessage(message))
  }

  /** Sends a changed device list to the linked devices, which encrypt copies for each other. */
  private announceDeviceChange(change: 'add' | 'remove', companion: Companion) {
    const id = `devices-${companion.address}-${change}`
    const attributes = { from: this.pnJid, type: 'devices', id, t: unixSeconds() }
    this.deliverToCompanions(stanza('notification', attributes, [stanza(change, {}, deviceNodes(companion))]))
  }

  /** Delivers a stanza to every linked device. */
  deliverToCompanions(node: Stanza) {
    for (const companion of this.companions.values()) companion.deliver(node)
  }
}

/** Device nodes for PN and LID, because devices store their lists by either address. */
function deviceNodes({ device, jid, lid }: Companion) {
  return [jid, lid].map((each) => stanza('device', { jid: each, 'key-index': String(device) }))
}

function webMessage(key: proto.IMessageKey, { message, at, name }: StoredMessage) {
  return proto.WebMessageInfo.encode({ key, message, messageTimestamp: at, pushName: name }).finish()
}
