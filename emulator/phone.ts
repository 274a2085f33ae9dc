import { createHash } from 'node:crypto'
import { proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import { BoundedMap } from './bounded-map'
import type { Companion } from './companion'
import { Inbox, type Received } from './inbox'
import { lidJid, pnJid } from './jid'
import { type KeyPair, keyPair, withTypeByte } from './keys'
import type { Network } from './network'
import { type Ciphertext, SignalPhone } from './signal-phone'
import { bigEndian, type Stanza, stanza, unixSeconds } from './stanza'

/** Encrypted message from a linked device to one phone. */
export interface Envelope {
  id: string
  from: Companion
  /** JID of the person or group as the device addressed it, without device number. */
  chat: string
  parts: { type: string; body: Buffer }[]
  peer: boolean
}

const maxRetries = 5

/** Base of owners' and customers' phones: identity, and decryption of messages from linked devices. */
export abstract class Phone {
  readonly lid: string
  readonly inbox = new Inbox()
  /** Number of repeated deliveries by message id; a repeated message is shown once. */
  readonly wireRepeats = new Map<string, number>()
  /** Number of retry receipts sent. */
  retryRequests = 0
  signal: SignalPhone
  /** Ids of messages decrypted before. */
  private readonly openedIds = new BoundedMap<true>(50_000)
  private readonly retries = new Map<string, number>()
  private heldEnvelopes: Envelope[] | undefined
  private processing: Promise<unknown> = Promise.resolve()

  constructor(
    readonly network: Network,
    readonly number: string,
    public name: string,
    identity: KeyPair = keyPair(),
    device = 0,
  ) {
    this.lid = lidOf(number)
    this.signal = new SignalPhone(device === 0 ? number : `${number}:${device}`, identity)
  }

  get pnJid() {
    return pnJid(this.number)
  }

  get lidJid() {
    return lidJid(this.lid)
  }

  /** Switches the phone off: messages wait at the server. */
  switchOff() {
    this.heldEnvelopes ??= []
  }

  /** Switches the phone on and opens the messages that waited. */
  switchOn() {
    const waiting = this.heldEnvelopes ?? []
    this.heldEnvelopes = undefined
    for (const envelope of waiting) this.receiveEnvelope(envelope)
  }

  /** Queues an envelope; envelopes are opened one after the other. */
  receiveEnvelope(envelope: Envelope) {
    if (this.heldEnvelopes) {
      this.heldEnvelopes.push(envelope)
      return
    }
    this.processing = this.processing
      .then(() => this.openEnvelope(envelope))
      .catch((error) => this.network.log(`${this.number}: ${error}`))
  }

  /** First message in the inbox that matches, present or future; rejects after `timeout` milliseconds. */
  waitFor(fits: (message: Received) => boolean, timeout?: number): Promise<Received> {
    return this.inbox.waitFor(fits, timeout)
  }

  /** Adds a decrypted message to the inbox; called once per message id. */
  protected abstract showMessage(envelope: Envelope, message: proto.IMessage): void

  /** Deletes the sessions with the given devices; their next messages cannot be decrypted. */
  forgetSessions(devices: Iterable<Companion>) {
    for (const { address } of devices) this.signal.deleteSession(address)
  }

  private async openEnvelope(envelope: Envelope) {
    const { id, from } = envelope
    const repeated = this.openedIds.has(id)
    if (repeated) this.wireRepeats.set(id, (this.wireRepeats.get(id) ?? 0) + 1)
    const message = await this.decrypt(envelope).catch((error) => {
      const parts = envelope.parts.map(({ type }) => type).join('+')
      this.network.log(`${this.number}: ${repeated ? 'again ' : ''}${id} (${parts}) of ${envelope.chat}: ${error}`)
    })
    if (message) {
      this.openedIds.set(id, true)
      this.retries.delete(id)
      if (!repeated) this.showMessage(envelope, message)
    } else if (!repeated) {
      // A missing sender key of a group (skmsg) does not mean that the 1:1 session is broken.
      if (envelope.parts.some(({ type }) => type !== 'skmsg')) this.signal.deleteSession(from.address)
      this.sendRetryReceipt(envelope)
      return
    }
    if (!envelope.peer) this.sendDeliveryReceipt(envelope)
  }

  private async decrypt({ chat, from, parts }: Envelope): Promise<proto.IMessage> {
    const whole: proto.IMessage = {}
    for (const part of parts) {
      const plain =
        part.type === 'skmsg'
          ? this.signal.receivedSenderKeys.decrypt(chat, from.address, part.body)
          : await this.signal.decrypt(from.address, part as Ciphertext)
      const message = proto.Message.decode(unpadRandomMax16(plain))
      const key = message.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage
      if (key) this.signal.receivedSenderKeys.storeDistribution(chat, from.address, key)
      Object.assign(whole, message)
    }
    return whole
  }

  /** Sends the delivery receipt; the owner's own phone sends none for messages of its devices. */
  protected abstract sendDeliveryReceipt(envelope: Envelope): void

  /**
   * Sends a retry receipt, which the linked device answers with a newly encrypted copy. From the second one on it
   * contains this phone's keys.
   */
  private sendRetryReceipt({ id, chat, from }: Envelope) {
    const count = (this.retries.get(id) ?? 0) + 1
    if (count > maxRetries) return
    this.retries.set(id, count)
    this.retryRequests++
    const content: Stanza[] = [
      stanza('retry', { count: String(count), id, t: unixSeconds(), v: '1', error: '0' }),
      stanza('registration', {}, bigEndian(this.signal.registrationId, 4)),
    ]
    if (count > 1) content.push(this.keysNode())
    // The owner's own phone names the chat, which the device cannot derive from the sender's address.
    const recipient = from.owner.number === this.number && !chat.endsWith('@g.us') ? chat : undefined
    const attributes = { ...this.receiptSender(chat), recipient, type: 'retry', id, t: unixSeconds() }
    from.deliver(stanza('receipt', attributes, content))
  }

  /** Sender attributes of a receipt in that chat. */
  receiptSender(chat: string): { from: string; participant?: string } {
    const own = chat.endsWith('@lid') ? this.lidJid : this.pnJid
    if (!chat.endsWith('@g.us')) return { from: own }
    const group = this.network.groups.get(chat)
    return { from: chat, participant: group?.addressing === 'lid' ? this.lidJid : this.pnJid }
  }

  private keysNode() {
    const { identity, signedPreKey, preKey } = this.signal.createBundle()
    return stanza('keys', {}, [
      stanza('type', {}, Buffer.from([5])),
      stanza('identity', {}, identity),
      preKeyNode('key', preKey!),
      preKeyNode('skey', signedPreKey),
      stanza('device-identity', {}, withTypeByte(identity)),
    ])
  }
}

/** Node `<key>` or `<skey>`: 3-byte id, public key and, if present, its signature. */
export function preKeyNode(tag: 'key' | 'skey', key: { id: number; public: Buffer; signature?: Buffer }): Stanza {
  const content = [stanza('id', {}, bigEndian(key.id, 3)), stanza('value', {}, key.public)]
  if (key.signature) content.push(stanza('signature', {}, key.signature))
  return stanza(tag, {}, content)
}

/** LID of a number, derived from it, so that it is the same after a restart. */
function lidOf(number: string) {
  const digest = createHash('sha256').update(`lid of ${number}`).digest()
  return String(100_000_000_000_000n + (digest.readBigUInt64BE(0) % 800_000_000_000_000n))
}
